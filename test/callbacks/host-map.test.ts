import { describe, expect, it } from 'vitest';
import { checkedConfig } from '../../src/config/config-schema.ts';
import { attempted, callback, decided, paid, settled, startCheckout } from '../support/checkouts.ts';
import { freePort } from '../support/free-port.ts';
import { freshMerchant, freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import { demoAccount } from '../support/sandbox.ts';
import { certificates, tlsMerchant } from '../support/tls-merchant.ts';
import { judged, pairsOf } from '../support/verifier.ts';

describe('callback_host_map', () => {
  it('A host without a port is mapped at every port, and the port stays', async () => {
    const merchant = await freshRawMerchant();
    const sandbox = await freshSandbox({ callbackHostMap: { 'app.test': '127.0.0.1' } });
    const port = new URL(merchant.url).port;
    await paid(sandbox, `http://app.test:${port}/callback?a=%41`);
    await settled(sandbox);
    expect(merchant.requests[0]).toMatch(/^POST \/callback\?a=%41 HTTP\/1\.1\r\n/);
    expect(merchant.requests[0]).toContain(`\r\nHost: app.test:${port}\r\n`);
    expect(await callback(sandbox)).toMatchObject({
      url: `http://app.test:${port}/callback?a=%41`,
      status: 'delivered',
    });
  });

  it('A host with its port goes before the host alone', async () => {
    const named = await freshMerchant();
    const sandbox = await freshSandbox({
      callbackHostMap: { 'app.test': '127.0.0.1:9', 'app.test:8080': new URL(named.url).host },
    });
    await paid(sandbox, 'http://app.test:8080/callback');
    await settled(sandbox);
    expect(named.arrivals).toHaveLength(1);
  });

  it.each([
    ['Johns-Mac.test', 'http://johns-mac.test/callback'],
    ['app.test:80', 'http://app.test/callback'],
    ['bücher.test', 'http://bücher.test/callback'],
  ])('A configured %s means the host of %s', async (from, url) => {
    const merchant = await freshMerchant();
    const { callbackHostMap } = checkedConfig(
      { callback_host_map: { [from]: new URL(merchant.url).host } },
      '/',
    );
    const sandbox = await freshSandbox({ callbackHostMap });
    await paid(sandbox, url);
    await settled(sandbox);
    expect(merchant.arrivals).toHaveLength(1);
  });

  it.each([
    ['http://shop.test', 'http://shop.test'],
    ['shop.test:0', 'shop.test:0'],
    ['*.test', '*.test'],
    ['http://me:word@shop.test', 'http://…@shop.test'],
  ])('%s is refused, because no callback has such a host', (from, shown) => {
    expect(() => checkedConfig({ callback_host_map: { [from]: '127.0.0.1:3000' } }, '/')).toThrow(
      `callback_host_map.${shown}: must be a host name or an address, such as shop.test or shop.test:8080, without scheme, path and wildcard.`,
    );
  });

  it('A card callback is mapped, and the return of the browser is not', async () => {
    const merchant = await freshMerchant();
    const sandbox = await freshSandbox({ callbackHostMap: { 'app.test': new URL(merchant.url).host } });
    const token = await startCheckout(sandbox, 'localbankcards', { return_url: 'http://app.test/return' });
    const { json } = await decided(sandbox, token, 'approve');
    await settled(sandbox);
    expect(json.return_url).toMatch(/^http:\/\/app\.test\/return\?gateway=localbankcards&/);
    const query = merchant.arrivals[0]?.url.split('?')[1] ?? '';
    expect(judged('localbankcards', pairsOf(query), 'demo_secret_key')).toBe('paid');
    expect(merchant.arrivals[0]?.headers.host).toBe('app.test');
  });

  it('Over TLS the merchant is asked for the host of the URL, not for the one that it is mapped to', async () => {
    const merchant = await tlsMerchant(certificates['self-signed']());
    const sandbox = await freshSandbox({
      accounts: [{ ...demoAccount, allow_self_signed: true }],
      callbackHostMap: { 'app.test': `127.0.0.1:${merchant.port}` },
    });
    await paid(sandbox, 'https://app.test/callback');
    await settled(sandbox);
    expect(merchant.names).toEqual(['app.test']);
    expect(merchant.arrivals).toEqual(['/callback']);
  });

  it('The error of an attempt names the host that was tried', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    const sandbox = await freshSandbox({ callbackHostMap: { 'app.test': host } });
    await paid(sandbox, 'http://app.test/callback');
    await attempted(sandbox, 1);
    expect((await callback(sandbox)).attempts[0].error).toBe(
      `connection refused: nothing listens at app.test (callback_host_map names ${host} for this host)`,
    );
  });

  it('Hosts that are not named go where they say', async () => {
    const merchant = await freshMerchant();
    const sandbox = await freshSandbox({ callbackHostMap: { 'app.test': '127.0.0.1:9' } });
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    expect(merchant.arrivals).toHaveLength(1);
  });
});

describe('The address that is really connected to', () => {
  it.each(['localhost', 'shop.localhost', '127.0.0.1', '[::1]'])(
    'a callback_url at %s with the port of the sandbox is refused at confirm already',
    async (host) => {
      const sandbox = await freshSandbox();
      const { port } = new URL(await sandbox.listen());
      const answer = await sandbox.call('aggregator/confirm', {
        amount: '10.00',
        invoice_no: 'INV-1',
        mobile_number: '0912345678',
        return_url: 'https://shop.example/return',
        callback_url: `http://${host}:${port}/_sandbox/api/reset`,
      });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.json.error.fields)).toEqual(['callback_url']);
    },
  );

  it.each(['localhost', '127.0.0.1', '[::1]'])(
    'a name that leads to the sandbox at %s is refused when connecting, and nothing of it is answered',
    async (host) => {
      const sandbox = await freshSandbox({ callbackHostMap: { 'shop.example': host } });
      const { port } = new URL(await sandbox.listen());
      const token = await startCheckout(sandbox, 'cardgw', {
        return_url: `http://shop.example:${port}/_sandbox/`,
      });
      await decided(sandbox, token, 'approve');
      await attempted(sandbox, 1);
      const { status, attempts } = await callback(sandbox);
      expect([status, attempts[0].answer]).toEqual(['pending', null]);
      expect(attempts[0].error).toMatch(
        / is an address that callbacks never go to \(callback_host_map names \S+ for this host\)$/,
      );
    },
  );

  it('a resend to the sandbox itself is refused when connecting', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    const url = await sandbox.listen();
    await paid(sandbox, merchant.url);
    await settled(sandbox);
    const { status } = await sandbox.control('callbacks/1/resend', { url: `${url}/_sandbox/api/reset` });
    if (status === 202) await settled(sandbox);
    expect((await sandbox.control('callbacks/1')).status).toBe(200);
    expect((await sandbox.control('events?type=reset')).json.data).toEqual([]);
  });

  it.each(['http://169.254.169.254/latest/meta-data', 'http://[fd00:ec2::254]/', 'http://shop.example/طلب'])(
    'a redirect to %s is kept as the answer and not followed',
    async (location) => {
      const sandbox = await freshSandbox();
      const merchant = await freshRawMerchant(answering('302 Found', { Location: location }, ''));
      await paid(sandbox, merchant.url);
      await attempted(sandbox, 1);
      expect((await callback(sandbox)).attempts).toMatchObject([
        { answer: { status: 302 }, error: `a redirect to ${location} is not followed` },
      ]);
    },
  );
});
