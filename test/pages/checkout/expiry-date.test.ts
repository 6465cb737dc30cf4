import { expect, it } from 'vitest';
import { words } from '../../../src/pages/words/words.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { formsOf } from '../../support/payment.ts';

it.each(['12/30', '1230', '12-30', '12/2030', '122030', '١٢/٢٠٣٠'])(
  '%s is an expiry date',
  async (expiry) => {
    const { pay, checkout } = await formsOf(await freshSandbox(), 'cardgw');
    expect((await pay({ expiry })).status).toBe(303);
    expect((await checkout()).status).toBe('completed');
  },
);

it.each(['13/30', '12/1930', '12/203', '12/20300', '2030/12'])('%s is not an expiry date', async (expiry) => {
  const { pay, checkout } = await formsOf(await freshSandbox(), 'cardgw');
  const { status, text } = await pay({ expiry, lang: 'en' });
  expect(status).toBe(422);
  expect(text).toContain(words.en.errors.expiryInvalid);
  expect((await checkout()).status).toBe('started');
});
