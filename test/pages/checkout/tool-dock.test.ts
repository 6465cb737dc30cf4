import { expect, it } from 'vitest';
import { startCheckout } from '../../support/checkouts.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { formsOf } from '../../support/payment.ts';
import type { TestSandbox } from '../../support/sandbox.ts';

/** The tester tools of a checkout's page. */
async function dock(sandbox: TestSandbox, token: string): Promise<string> {
  const { text } = await sandbox.fetch(`/checkout?token=${token}&lang=en`);
  return /<aside class="dock"[\s\S]*?<\/aside>/.exec(text)?.[0] ?? '';
}

it('The tools of two payments differ only in their links', async () => {
  const sandbox = await freshSandbox();
  const tokens = [await startCheckout(sandbox, 'localbankcards', { invoice_no: 'A-1' })];
  tokens.push(await startCheckout(sandbox, 'localbankcards', { invoice_no: 'A-2' }));
  const [first = '', second = ''] = await Promise.all(tokens.map((token) => dock(sandbox, token)));
  expect(first).toContain('href="/_sandbox/transactions/100001"');
  expect(second).toBe(first.replace('/_sandbox/transactions/100001', '/_sandbox/transactions/100002'));
});

it('The tools show the settings of now, and the order of a magic invoice number', async () => {
  const sandbox = await freshSandbox();
  const token = await startCheckout(sandbox, 'localbankcards', { invoice_no: 'A-1' });
  const shown = async (of: string) => {
    const html = await dock(sandbox, of);
    return [
      /id="tool-delay"[^>]* placeholder="([^"]*)"/.exec(html)?.[1],
      /id="tool-copies"[^>]* placeholder="([^"]*)"/.exec(html)?.[1],
      /<select id="tool-order"[\s\S]*?<option value="([^"]*)" selected>/.exec(html)?.[1],
    ];
  };
  expect(await shown(token)).toEqual(['0s', '1', 'together']);
  const callback = { delay: '9s', copies: 3, order: 'return-first' };
  const { status } = await sandbox.control('settings', { callback }, 'PATCH');
  expect(status).toBe(200);
  expect(await shown(token)).toEqual(['9s', '3', 'return-first']);
  const magic = await startCheckout(sandbox, 'localbankcards', { invoice_no: 'MAGIC-CALLBACK-FIRST-1' });
  expect(await shown(magic)).toEqual(['9s', '3', 'callback-first']);
});

it('An error, a choice and a preview stay with their own payment', async () => {
  const sandbox = await freshSandbox();
  const forms = await formsOf(sandbox, 'cardgw', { invoice_no: 'A-1' });
  const clean = await dock(sandbox, 'token-1');
  const wrong = await forms.send('tools', { action: 'approve', delay: 'soon' });
  expect(wrong.text).toContain('tool-delay-error');
  expect((await forms.send('preview', { preview: '1' })).text).toContain('signed');
  expect(await dock(sandbox, 'token-1')).toBe(clean);
  await forms.send('tools', { action: 'decline', reason: 'expired_card', copies: '4' });
  expect(await dock(sandbox, 'token-1')).toContain('value="4"');
  const other = await startCheckout(sandbox, 'cardgw', { invoice_no: 'A-2' });
  expect(await dock(sandbox, other)).toBe(clean.replace('100001', '100002'));
});
