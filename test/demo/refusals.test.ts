import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startDemoShop } from '../../src/demo/shop.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';
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
    expect(await shop.page(`/en/orders/${invoice}`)).toContain('Not genuine.');
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
    await nobodyAnswers(shop.url);
  });

  it.each<[string, Record<string, string>]>([
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://other.test' }],
    ['a page on another port', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://127.0.0.1:1' }],
    ['a page in an old browser', { Origin: 'http://other.test' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['a page under a rebound name', { Host: 'other.test', 'Sec-Fetch-Site': 'same-origin' }],
  ])('an order by %s, and calls no gateway', async (_what, headers) => {
    const shop = await openShop();
    const body = 'gateway=cardgw';
    expect(await asked(`${shop.url}/en/orders`, { method: 'POST', body, headers })).toBe(403);
    expect(await shop.page('/en/orders')).toContain('There are no orders yet.');
    expect((await shop.sandbox.control('transactions')).json.data).toEqual([]);
  });

  it.each(['other.test', 'localhost.other.test', '127.0.0.1.other.test'])(
    'readers under the host %j',
    async (host) => {
      const shop = await openShop();
      expect(await asked(`${shop.url}/en/orders`, { headers: { Host: host } })).toBe(403);
    },
  );

  it.each(['localhost', 'shop.localhost', '127.0.0.1', '[::1]'])(
    'not its own form at the host %s',
    async (name) => {
      const shop = await openShop();
      const host = `${name}:${new URL(shop.url).port}`;
      const form = { method: 'POST', body: 'gateway=cardgw' };
      const ways = [{}, { Origin: `http://${host}` }, { 'Sec-Fetch-Site': 'same-origin' }];
      for (const way of ways)
        expect(await asked(`${shop.url}/en/orders`, { ...form, headers: { Host: host, ...way } })).toBe(303);
    },
  );

  it.each([
    ['127.0.0.1', 'other.test'],
    ['127.0.0.1', '127.0.0.1'],
  ])('two hosts: %s and %s', async (...hosts) => {
    const shop = await openShop();
    // Node sends an array of names and values unchanged.
    const headers = hosts.flatMap((host) => ['Host', host]);
    expect(await asked(`${shop.url}/en/orders`, { headers })).toBe(403);
  });

  it('a form that is too large', async () => {
    const shop = await openShop();
    const body = 'x'.repeat(100_000);
    expect(await asked(`${shop.url}/en/orders`, { method: 'POST', body, headers: {} })).toBe(413);
  });

  it('a port in use, in one sentence', async () => {
    const { url, sandbox } = await openShop();
    const port = Number(new URL(url).port);
    const keys = { apiKey: 'a', accessToken: 'b', secretKey: 'c' };
    await expect(
      startDemoShop({ sandboxUrl: sandbox.runtime.addresses.publicUrl, keys, port }),
    ).rejects.toThrow(
      `127.0.0.1:${port} is already in use. Choose another port for the shop with --shop-port N, or a free one with --shop-port 0.`,
    );
  });
});

interface Asked {
  readonly method?: string;
  readonly body?: string;
  readonly headers: Record<string, string> | string[];
}

/** The status of an answer. Not with `fetch`, which sets some of these headers itself. */
function asked(url: string, { method = 'GET', body, headers }: Asked): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (answer) => resolve(answer.resume().statusCode))
      .once('error', reject)
      .end(body);
  });
}
