import { describe, expect, test } from 'vitest';
import { tamperings } from '../../src/settings/delivery.ts';
import { settled } from '../support/checkouts.ts';
import { textIn, unescaped } from '../support/html.ts';
import type { Fields } from '../support/sandbox.ts';
import { post, previewPage, type Shop, shopWith } from '../support/shop.ts';

const gateways = ['localbankcards', 'cardgw', 'aggregator'] as const;
const outcomes = ['approve', 'cancel'] as const;
const callbackModes = ['both', 'browser', 'server'] as const;
const cases = gateways.flatMap((gateway) =>
  outcomes.flatMap((outcome) => callbackModes.map((mode) => [gateway, outcome, mode] as const)),
);

describe('What your app receives, as the preview shows it', () => {
  test.each(cases)(
    '%s, %s, card.callback %s: is sent byte for byte, genuine and with every forgery',
    async (gateway, outcome, mode) => {
      for (const tamper of ['', ...tamperings]) {
        const shop = await shopWith(gateway, { card: { callback: mode } });
        const preview = await previewed(shop, { outcome, tamper });
        const received = await decidedBy(shop, outcome, { tamper });
        expect(preview, tamper).toEqual(received);
        const isOwed = gateway === 'aggregator' ? outcome === 'approve' : mode !== 'browser';
        expect([received.request !== undefined, received.wayBack !== undefined]).toEqual([isOwed, true]);
      }
    },
  );

  test.each([
    ['aggregator', 'method_3'],
    ['aggregator', ''],
  ] as const)('%s: names the method that is chosen (%s), else the first', async (gateway, method) => {
    const shop = await shopWith(gateway);
    const preview = await previewed(shop, { method });
    expect(preview).toEqual(await decidedBy(shop, 'approve', { method }));
    expect(JSON.parse(preview.body ?? '').paymet_method).toBe(method || 'method_1');
  });

  test('shows the string under the hash and the hash, as they are stored with the callback', async () => {
    for (const tamper of ['', ...tamperings]) {
      const shop = await shopWith('cardgw');
      const html = await previewPage(shop, { tamper });
      await decidedBy(shop, 'approve', { tamper });
      const { json } = await shop.sandbox.control('callbacks/1');
      expect([textIn(html, 'preview-signed'), textIn(html, 'preview-hash')]).toEqual([
        json.signed_string,
        json.hashed,
      ]);
      expect(textIn(html, 'preview-return-signed')).toBe(json.signed_string);
    }
  });

  test('has nothing of the secret key, and changes nothing', async () => {
    const shop = await shopWith('aggregator');
    const before = await shop.sandbox.control('events?after=0');
    const html = await previewPage(shop, { order: 'return-first', delay: '3s' });
    expect(html).not.toContain('demo_secret_key');
    expect((await shop.sandbox.control('events?after=0')).text).toBe(before.text);
    expect((await shop.sandbox.control(`checkouts/${shop.token}`)).json.status).toBe('started');
  });
});

/** The messages to the merchant: the callback's method, target and body, and the browser's return URL. */
interface Sent {
  readonly request: string | undefined;
  readonly body: string | undefined;
  readonly wayBack: string | undefined;
}

async function previewed(shop: Shop, choices: Fields): Promise<Sent> {
  const html = await previewPage(shop, choices);
  const url = textIn(html, 'preview-url');
  const [target] = url?.slice(shop.merchant.url.length).split('#') ?? [];
  return {
    request: url && `${textIn(html, 'preview-method')} ${target} HTTP/1.1`,
    body: url && (textIn(html, 'preview-body') ?? ''),
    wayBack: textIn(html, 'preview-return-url'),
  };
}

async function decidedBy(shop: Shop, action: string, choices: Fields): Promise<Sent> {
  const { headers } = await post(shop, 'tools', { action, ...choices });
  const { text } = await shop.sandbox.fetch(headers.get('location') ?? '');
  await settled(shop.sandbox);
  const [request] = shop.merchant.requests;
  const [, href] = /<a [^>]*href="([^"]*)"[^>]*data-testid="return-link"/.exec(text) ?? [];
  return {
    request: request?.split('\r\n', 1)[0],
    body: request?.slice(request.indexOf('\r\n\r\n') + 4),
    wayBack: href && unescaped(href),
  };
}
