import { expect, it } from 'vitest';
import { paid, settled } from '../../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../../support/fresh.ts';
import { wordsOf } from '../../support/tool-page.ts';

it('An app that accepted a forged callback is the loudest thing on its page and in the list', async () => {
  const sandbox = await freshSandbox();
  const merchant = await freshMerchant();
  await paid(sandbox, `${merchant.url}/callback`, { tamper: 'amount' });
  await settled(sandbox);
  const list = await sandbox.fetch('/_sandbox/transactions');
  expect(list.text).toContain('<span class="payment-verdict" data-kind="forged">');
  const page = await sandbox.fetch('/_sandbox/transactions/100001');
  const [, box = ''] =
    /<div class="verdict-box" data-kind="forged" [^>]*>(.*?)<\/div>/s.exec(page.text) ?? [];
  expect(wordsOf(box)).toBe(
    'Your app accepted a forged callback. Check hashed before you read any other field, and respond with 4xx if it does not match. Open the callback',
  );
  expect(box).toContain('href="/_sandbox/callbacks/1"');
});

it('A payment of which the app knows asks for nothing', async () => {
  const sandbox = await freshSandbox();
  const merchant = await freshMerchant();
  await paid(sandbox, `${merchant.url}/callback`);
  await settled(sandbox);
  const { text } = await sandbox.fetch('/_sandbox/transactions/100001');
  const [, box = ''] = /<div class="verdict-box" data-kind="told" [^>]*>(.*?)<\/div>/s.exec(text) ?? [];
  expect(wordsOf(box)).toBe('Paid. Your app was told and answered 200. Open the callback');
});
