import { expect, test } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { verified } from '../../support/merchant-api.ts';
import { rightFields } from '../../support/sandbox.ts';
import { wordsOf } from '../../support/tool-page.ts';

const modes = [
  ['live', 'en', 'Sandbox No real money moves. Live mode'],
  ['test', 'en', 'Sandbox No real money moves. Test mode'],
  ['live', 'ar', 'بيئة تجريبية لن يُخصم أي مبلغ حقيقي. الوضع الفعلي'],
  ['test', 'ar', 'بيئة تجريبية لن يُخصم أي مبلغ حقيقي. وضع الاختبار'],
] as const;

test.each(modes)('A %s checkout says so in %s, and that it is a sandbox', async (mode, lang, words) => {
  const sandbox = await freshSandbox();
  const token = `demo_${mode}_token`;
  await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm'], { token });
  const page = await sandbox.fetch(`/checkout?token=token-1&lang=${lang}`);
  expect(wordsOf(page.text)).toContain(words);
  await sandbox.fetch('/checkout/cancel', {
    method: 'POST',
    body: new URLSearchParams({ token: 'token-1' }),
  });
  const result = await sandbox.fetch(`/checkout/result?token=token-1&lang=${lang}`);
  expect(wordsOf(result.text)).toContain(words);
});

test.each(['live', 'test'])('The phone and the transaction say that a payment is %s', async (mode) => {
  const sandbox = await freshSandbox();
  const token = `demo_${mode}_token`;
  const fields = await verified(sandbox, 'walletA', {}, { token });
  // Almost all codes are in test mode, so the inbox labels only live ones.
  const phone = wordsOf((await sandbox.fetch('/_sandbox/inbox/0912345678')).text);
  expect(phone.includes('walletA Live mode')).toBe(mode === 'live');
  await sandbox.call('walletA/confirm', fields, { token });
  const page = await sandbox.fetch('/_sandbox/transactions/100001');
  expect(wordsOf(page.text)).toContain(`INV-1 10.00 LYD paid${mode === 'live' ? ' live' : ''} walletA`);
});
