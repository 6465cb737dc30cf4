import { describe, expect, it } from 'vitest';
import { startDemoShop } from '../../src/demo/shop.ts';
import { opened, openShop } from './open-shop.ts';

describe('The demo shop refuses', () => {
  it('a message with a signature of nobody, and shows it on the order', async () => {
    const shop = await openShop();
    const [invoice] = await opened(shop, 'cardgw');
    const query = new URLSearchParams({ approved: '1', invoice_no: invoice, hashed: 'A'.repeat(64) });
    const answer = await fetch(`${shop.url}/return?${query}`);
    expect([answer.status, await answer.text()]).toEqual([400, 'forged']);
    const seen = await fetch(`${shop.url}/return?${query}`, { headers: { Accept: 'text/html' } });
    expect([seen.status, await seen.text()]).toEqual([400, expect.stringContaining('could not confirm')]);
    expect(await shop.books(invoice)).toEqual({ status: 'pending', times_paid: 0 });
    expect(await shop.page(`/en/orders/${invoice}`)).toContain('Signature is not valid.');
  });

  it.each(['', '{', '[]', 'null', '{"a":{}}', '{"a":true}'])('the callback %j', async (body) => {
    const shop = await openShop();
    expect((await fetch(`${shop.url}/callback`, { method: 'POST', body })).status).toBe(400);
  });

  it('a genuine message about an order that it does not have', async () => {
    const shop = await openShop();
    const signed = {
      fields: [
        ['approved', '1'],
        ['invoice_no', 'none'],
      ],
    };
    const { hashed } = (await shop.sandbox.control('signature/check', signed)).json;
    const answer = await fetch(`${shop.url}/return?approved=1&invoice_no=none&hashed=${hashed}`);
    expect([answer.status, await answer.text()]).toEqual([404, 'unknown order']);
  });

  it('what the gateway refuses, in its words, and keeps no order', async () => {
    const shop = await openShop();
    const answer = await shop.order({ gateway: 'walletB', mobile_number: '"><script>' });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain('INVALID_INPUTS');
    expect(page).not.toContain('<script');
    expect(await shop.page('/en/orders')).toContain('There are no orders yet.');
  });

  it.each([[{}], [{ gateway: 'nothing' }]])('a form with %j', async (fields) => {
    const shop = await openShop();
    const answer = await shop.order(fields);
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('Choose how you would like'),
    ]);
  });

  it('an order when the gateway does not answer', async () => {
    const keys = { apiKey: 'a', accessToken: 'b', secretKey: 'c' };
    const shop = await startDemoShop({ sandboxUrl: 'http://127.0.0.1:9', keys, port: 0 });
    const body = new URLSearchParams({ gateway: 'cardgw' });
    const answer = await fetch(`${shop.url}/en/orders`, { method: 'POST', body });
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('did not answer')]);
    await shop.stop();
    await expect(fetch(shop.url)).rejects.toThrow('fetch failed');
  });

  it('a port in use, in one sentence', async () => {
    const { url, sandbox } = await openShop();
    const port = Number(new URL(url).port);
    const keys = { apiKey: 'a', accessToken: 'b', secretKey: 'c' };
    await expect(
      startDemoShop({ sandboxUrl: sandbox.runtime.addresses.publicUrl, keys, port }),
    ).rejects.toThrow(
      `127.0.0.1:${port} is in use by another process. Choose another port for the shop with --shop-port N, or a free one with --shop-port 0.`,
    );
  });
});
