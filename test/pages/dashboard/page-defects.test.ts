import { describe, expect, test } from 'vitest';
import { paid, settled, startCheckout } from '../../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../../support/fresh.ts';
import { done, errorBeside, sendTo, wordsOf } from '../../support/tool-page.ts';

describe('The clock', () => {
  test('advances by a sum of times', async () => {
    const sandbox = await freshSandbox();
    await done(sandbox, 'clock/advance', { by: '28m 30s' });
    expect((await sandbox.control('clock')).json.now).toBe('2026-01-15T12:28:30.000Z');
  });

  test('jumps to the next due item', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    const { text } = await sandbox.fetch('/_sandbox/clock');
    const [, step = ''] = /name="step" value="(\d+ms)"/.exec(text) ?? [];
    await done(sandbox, 'clock/advance', { step });
    expect((await sandbox.control('clock')).json.now).toBe('2026-01-15T12:30:00.000Z');
    expect((await sandbox.control('transactions')).json.data[0].status).toBe('expired');
  });

  test('goes back to real time and runs', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    await done(sandbox, 'clock/advance', { by: '2h' });
    const page = await done(sandbox, 'clock/real');
    expect(wordsOf(page)).toContain('The clock shows real time again.');
    const { json } = await sandbox.control('clock');
    expect(json.frozen).toBe(false);
    expect(Math.abs(json.offset_ms)).toBeLessThan(60_000);
  });
});

test.each([{}, { hashed: 'ab', secret_key: 'x' }])(
  'The doctor says that %j is nothing to check',
  async (fields) => {
    const { status, text } = await sendTo(await freshSandbox(), 'signature', fields);
    expect([status, errorBeside(text, 'pasted')]).toEqual([
      422,
      'Nothing to check. Paste what arrived, or the string that your code built.',
    ]);
  },
);

test('A callback is listed by its invoice, amount and result before its URL', async () => {
  const merchant = await freshMerchant();
  const sandbox = await freshSandbox();
  await paid(sandbox, `${merchant.url}/callback`);
  await settled(sandbox);
  await paid(sandbox, `${merchant.url}/callback`, { tamper: 'amount' }, 'INV-2');
  await settled(sandbox);
  const { text } = await sandbox.fetch('/_sandbox/callbacks');
  const rows = [...text.matchAll(/<tr role="row" data-row=.*?<\/tr>/gs)].map(([row]) => row);
  const genuine = rows.at(-1) ?? '';
  const forged = rows.find((row) => row.includes('accepted a forgery'));
  expect(wordsOf(genuine)).toMatch(/^INV-1 \d+\.00 \w+ delivered answered 200 1 POST http\S+ \d+ s$/);
  expect(forged).toContain('data-kind="forged"');
});

test('A confirm that answered with a checkout has a link to it', async () => {
  const sandbox = await freshSandbox();
  const token = await startCheckout(sandbox, 'cardgw');
  expect((await sandbox.fetch('/_sandbox/requests/1')).text).toContain(`href="/checkout?token=${token}"`);
});

test('"Send a call" names on its button what it sends', async () => {
  const sandbox = await freshSandbox();
  const { text } = await sandbox.fetch('/_sandbox/requests/new?endpoint=cardgw/confirm');
  expect(text).toContain('<input type="hidden" name="endpoint" value="cardgw/confirm">');
  expect(wordsOf(/<button class="button" type="submit">.*?<\/button>/.exec(text)?.[0] ?? '')).toBe(
    'Send cardgw/confirm',
  );
});
