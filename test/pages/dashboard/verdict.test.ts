import { expect, it } from 'vitest';
import { attempted, paid, settled } from '../../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../../support/fresh.ts';
import type { TestSandbox } from '../../support/sandbox.ts';
import { wordsOf } from '../../support/tool-page.ts';

async function boxOf(sandbox: TestSandbox, kind: string, lang = 'en'): Promise<string> {
  const { text } = await sandbox.fetch(`/_sandbox/transactions/100001?lang=${lang}`);
  const [, box = ''] =
    new RegExp(`<section class="verdict-box" data-kind="${kind}"[^>]*>(.*?)</section>`, 's').exec(text) ?? [];
  return box;
}

async function forged(): Promise<TestSandbox> {
  const sandbox = await freshSandbox();
  const merchant = await freshMerchant();
  await paid(sandbox, `${merchant.url}/callback`, { tamper: 'amount' });
  await settled(sandbox);
  return sandbox;
}

it('An app that accepted a forged callback is the loudest thing on its page and in the list', async () => {
  const sandbox = await forged();
  const list = await sandbox.fetch('/_sandbox/transactions');
  expect(list.text).toContain('<span class="payment-verdict" data-kind="forged">');
  const box = await boxOf(sandbox, 'forged');
  expect(wordsOf(box)).toMatch(
    /^Your app accepted a forged callback\. The amount was changed after signing, .* Send the forgery again Release the genuine one Send a variant /,
  );
  expect(wordsOf(box)).toContain('amount 10.00 110.00 changed The other 6 fields arrived as signed.');
  expect(box).toContain('href="/_sandbox/callbacks/1"');
  expect(box).toContain('action="/_sandbox/callbacks/1/resend"');
  expect(box).toContain('action="/_sandbox/callbacks/2/release"');
});

it('In Arabic too', async () => {
  const box = await boxOf(await forged(), 'forged', 'ar');
  expect(wordsOf(box)).toMatch(/^قبِل تطبيقك إشعارًا مزوَّرًا\. .* أرسل المزوَّر مرة أخرى/);
});

it('A forgery that is refused on a later try is marked as it should be, on each page', async () => {
  const merchant = await freshMerchant();
  const sandbox = await freshSandbox();
  await paid(sandbox, `${merchant.url}/callback`, { tamper: 'amount' });
  await settled(sandbox);
  merchant.answerWith(400);
  await sandbox.fetch('/_sandbox/callbacks/1/resend', { method: 'POST' });
  await settled(sandbox);
  const { text: page } = await sandbox.fetch('/_sandbox/callbacks/1');
  const attempts = /<section class="box" aria-labelledby="attempts".*?<\/section>/s.exec(page)?.[0] ?? '';
  expect(attempts.match(/<summary><span class="badge" data-state="\w+">/g)).toEqual([
    '<summary><span class="badge" data-state="failed">',
    '<summary><span class="badge" data-state="ok">',
  ]);
  const words = 'accepted a forgery, then rejected it';
  expect(wordsOf((await sandbox.fetch('/_sandbox/callbacks')).text)).toContain(`${words} answered 400`);
  expect(wordsOf((await sandbox.fetch('/_sandbox/transactions/100001')).text)).toContain(words);
  expect(await boxOf(sandbox, 'forged')).not.toBe('');
});

it('A callback that is tried again is called so on the page of its payment', async () => {
  const merchant = await freshMerchant();
  merchant.answerWith(500);
  const sandbox = await freshSandbox();
  await paid(sandbox, `${merchant.url}/callback`);
  await attempted(sandbox, 1);
  const { text } = await sandbox.fetch('/_sandbox/transactions/100001');
  expect(text).toContain('<span class="badge" data-state="pending">retrying</span>');
});

it('A variant is sent from the verdict', async () => {
  const sandbox = await freshSandbox();
  const merchant = await freshMerchant();
  await paid(sandbox, `${merchant.url}/callback`);
  await settled(sandbox);
  expect(wordsOf(await boxOf(sandbox, 'told'))).toMatch(
    /^Paid\. Your app was told and answered 200\. Resend Send a variant .*Wrong hash/,
  );
  const body = new URLSearchParams({ tamper: 'wrong-hash' });
  await sandbox.fetch('/_sandbox/callbacks/1/tampered', { method: 'POST', body });
  await settled(sandbox);
  expect(await boxOf(sandbox, 'forged')).not.toBe('');
});
