import { describe, expect, test } from 'vitest';
import { startCheckout } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';
import { testIdsIn, textIn } from '../support/html.ts';
import { formsOf } from '../support/payment.ts';
import { post, previewPage, shopWith } from '../support/shop.ts';

describe('When it is received', () => {
  test.each([
    [{}, ['Callback', 'Immediately'], ['Browser return', 'Immediately']],
    [{ delay: '5s' }, ['Callback', 'After 5 s'], ['Browser return', 'Immediately']],
    [
      { order: 'callback-first' },
      ['Callback', 'Before the browser returns; the return waits for your response'],
      ['Browser return', 'After your app responds to the callback'],
    ],
    [
      { order: 'return-first', delay: '250ms' },
      ['Browser return', 'Immediately'],
      ['Callback', 'After the browser returns, plus 250 ms'],
    ],
    [
      { order: 'callback-only' },
      ['Callback', 'Immediately'],
      ['Browser return', 'Never: the customer closes the tab'],
    ],
    [
      { order: 'return-only' },
      ['Callback', 'Never: it is lost, but stays in the log'],
      ['Browser return', 'Immediately'],
    ],
    [
      { hold: '1' },
      ['Callback', 'Not automatically: held until you release it'],
      ['Browser return', 'Immediately'],
    ],
  ])('%j: %j, then %j', async (choices, first, second) => {
    const html = await previewPage(await shopWith('cardgw'), choices);
    expect(timesIn(html)).toEqual([first, second]);
  });

  test('the aggregator goes back with the button of the next page, and has no callback for a cancel', async () => {
    const html = await previewPage(await shopWith('aggregator'), { outcome: 'cancel' });
    expect(timesIn(html)).toEqual([
      ['Browser return', 'When the customer presses the button on the next page'],
    ]);
    expect(html).toContain('No callback is sent');
  });

  test('copies are counted', async () => {
    const html = await previewPage(await shopWith('cardgw'), { copies: '3' });
    expect(html).toContain('<dt>Copies</dt><dd>3</dd>');
  });
});

describe('The tester tools', () => {
  test('are open with the preview of what was chosen, and closed before', async () => {
    const shop = await shopWith('cardgw');
    const first = await shop.sandbox.fetch(`/checkout?token=${shop.token}`);
    expect(first.text).not.toMatch(/<details class="tools"[^>]* open>/);
    expect(testIdsIn(first.text)).toContain('tool-preview');
    expect(testIdsIn(first.text)).not.toContain('preview-url');
    const html = await previewPage(shop, { outcome: 'cancel', tamper: 'no-hash' });
    expect(html).toMatch(/<details class="tools"[^>]* open>/);
    expect(html).toContain('<option value="no-hash" selected>');
    expect(textIn(html, 'preview-url')).toContain('canceled=1');
  });

  test('at the next step, show the method that was chosen, with the choices made before', async () => {
    const sandbox = await freshSandbox();
    const { pay, page, send } = await formsOf(sandbox, 'aggregator');
    await pay({ method: 'method_2', order: 'callback-first', tamper: 'approved-0' });
    const { text } = await page();
    expect(testIdsIn(text)).toContain('code');
    const chosen = { order: 'callback-first', tamper: 'approved-0' };
    for (const value of Object.values(chosen)) expect(text).toContain(`<option value="${value}" selected>`);
    const { text: asked } = await send('preview', { ...chosen, preview: '1' });
    const body = JSON.parse(textIn(asked, 'preview-body') ?? '');
    expect([body.paymet_method, body.approved]).toEqual(['method_2', '0']);
    expect(textIn(asked, 'preview-signed')).toContain('approved=0&');
  });

  test('without scripts, send the whole form for a preview: what was typed of a card does not come back', async () => {
    const shop = await shopWith('cardgw');
    const typed = { number: '5555 5555 5555 4444', expiry: '11/29', cvc: '987', holder: 'Salem Real' };
    const html = await previewPage(shop, typed);
    for (const text of Object.values(typed)) expect(html).not.toContain(text);
    expect(html).not.toContain('5555');
  });

  test('name an invalid choice beside its field, and show no preview', async () => {
    const shop = await shopWith('cardgw');
    const { status, text } = await post(shop, 'preview', { delay: 'soon' });
    expect(status).toBe(200);
    expect(text).toContain('Enter a time such as 5s, 250ms or 2m, up to 24h.');
    expect(testIdsIn(text).filter((id) => id.startsWith('preview-'))).toEqual(['preview-fold']);
  });

  test('are missing when they are turned off', async () => {
    const sandbox = await freshSandbox({ testerTools: false });
    const token = await startCheckout(sandbox, 'cardgw');
    const body = new URLSearchParams({ token, preview: '1' });
    expect((await sandbox.fetch('/checkout/preview', { method: 'POST', body })).status).toBe(404);
    expect(testIdsIn((await sandbox.fetch(`/checkout?token=${token}`)).text).join()).not.toContain('preview');
  });

  test('declined for good ends the session as the control API’s final does: no callback, and no message with the way back', async () => {
    const shop = await shopWith('aggregator');
    await post(shop, 'tools', { action: 'final', reason: 'expired_card' });
    const { json } = await shop.sandbox.control(`checkouts/${shop.token}`);
    expect(json).toMatchObject({ status: 'declined', decline_reason: 'expired_card' });
    expect((await shop.sandbox.control('callbacks')).json.data).toEqual([]);
    const { text } = await shop.sandbox.fetch(`/checkout?token=${shop.token}&lang=en`);
    expect(testIdsIn(text)).toEqual([
      'mode',
      'amount',
      'invoice',
      'result-status',
      'reference',
      'ended-at',
      'return-link',
    ]);
    expect(text).not.toContain('hashed=');
    expect(text).toContain('You were not charged. This payment can no longer be completed.');
  });
});

/** What happens and when, in page order. */
function timesIn(html: string): string[][] {
  const messages = html.matchAll(/<h3>([^<]*)<\/h3>\s*<dl[^>]*>\s*<div><dt>When<\/dt><dd>(.*?)<\/dd>/g);
  return [...messages].map(([, name = '', when = '']) => [name, when.replace(/<[^>]*>/g, '')]);
}
