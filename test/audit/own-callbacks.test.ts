import { expect, it } from 'vitest';
import { noOrder } from '../../src/audit/order.ts';
import { ownCallback } from '../../src/audit/own-callback.ts';
import { withHost } from '../../src/net/call.ts';
import { commandsOf } from '../support/commands.ts';
import { freshMerchant } from '../support/fresh.ts';
import { started } from '../support/started.ts';
import { certificates, tlsMerchant } from '../support/tls-merchant.ts';
import { audit } from './audit-cli.ts';
import { allResults, meansFor, shopMeans } from './audit-options.ts';
import { orderShop } from './order-shop.ts';
import { of } from './shop-audit.ts';

const limits = { timeoutMs: 5000, allowSelfSigned: false };

it.each(['at every port', 'at one port'])(
  'Twenty callbacks go to the mapped host (%s), by their own',
  async (which) => {
    const hosts: string[] = [];
    const { url } = await orderShop(undefined, async (request, next) => {
      if (request.url.includes('/callback')) hosts.push(new URL(request.url).host);
      return next();
    });
    const { port } = new URL(url);
    const from = which === 'at one port' ? `app.test:${port}` : 'app.test';
    const sandbox = await started({ callback_host_map: { [from]: '127.0.0.1' } });
    const means = { ...shopMeans(sandbox, url), callbackUrl: `http://app.test:${port}/callback` };
    const results = await allResults(means, 'aggregator', 'at-once');
    expect(of(results, 'at-once')?.verdict).toBe('pass');
    expect(new Set(hosts)).toEqual(new Set([`app.test:${port}`]));
  },
);

it('None goes to the host that the map replaces', async () => {
  const { url } = await orderShop();
  const other = await freshMerchant();
  const sandbox = await started({ callback_host_map: { [new URL(other.url).host]: new URL(url).host } });
  const means = { ...shopMeans(sandbox, url), callbackUrl: `${other.url}/callback` };
  const results = await allResults(means, 'aggregator', 'at-once');
  expect(of(results, 'at-once')?.verdict).toBe('pass');
  expect(other.arrivals).toEqual([]);
});

it('None goes to another port than that of the mapped host, even if that is the default one', async () => {
  const sandbox = await started({ callback_host_map: { 'app.test:3000': '127.0.0.1:80' } });
  const means = { ...meansFor(sandbox, 'http://app.test:3000'), makeOrder: noOrder, readState: undefined };
  const handlers = { callbackUrl: 'http://app.test:3000/callback', returnUrl: 'http://127.0.0.1:9/return' };
  await allResults({ ...means, ...handlers }, 'aggregator', 'genuine');
  const { url, target_host } = await sandbox.callbacks.get('1');
  expect(target_host).toBe('127.0.0.1:80');
  expect(withHost(url, target_host).host).toBe('127.0.0.1');
  expect(withHost('https://app.test:3000/', '[::1]:443').host).toBe('[::1]');
});

it('A mapped host that only the sandbox reaches, from its container, is not used', async () => {
  const merchant = await freshMerchant();
  const sandbox = await started();
  const callback = { ...(await callbackTo(`${merchant.url}/callback`)), target_host: '127.0.0.7:9' };
  expect(await ownCallback(callback, limits)).toMatchObject({ url: callback.url, connectTo: undefined });

  async function callbackTo(callbackUrl: string) {
    const means = { ...meansFor(sandbox, merchant.url), makeOrder: noOrder, readState: undefined };
    const handlers = { callbackUrl, returnUrl: `${merchant.url}/return`, timeoutMs: 1000 };
    await allResults({ ...means, ...handlers }, 'aggregator', 'genuine');
    return sandbox.callbacks.get('1');
  }
});

it('audit accepts a certificate that the account accepts: of callbacks, returns, and orders', async () => {
  const { url, arrivals } = await tlsMerchant(certificates['self-signed']());
  const sandbox = await started();
  await sandbox.accounts.change(sandbox.account.id, { allow_self_signed: true });
  const handlers = ['--callback-url', `${url}/callback`, '--return-url', `${url}/return`];
  const flags = [...handlers, '--order-url', `${url}/make`, '--gateway', 'aggregator', '--only', 'at-once'];
  const { stdout } = await audit('--url', sandbox.url, ...flags);
  expect(stdout).toContain('\n0 passed, 0 failed, 2 left open.');
  expect(arrivals.filter((path) => path === '/callback')).toHaveLength(21);
});

it('audit says how to accept a certificate', async () => {
  const { url } = await tlsMerchant(certificates['self-signed']());
  const handlers = ['--callback-url', `${url}/callback`, '--return-url', `${url}/return`];
  const { stdout } = await audit(...handlers, '--gateway', 'aggregator', '--only', 'genuine');
  expect(stdout).toMatch(
    /is self-signed\).*\n +If your app has a certificate of its own, let the account accept it: /,
  );
});

it.each([
  ['--order-url', '/make', 'No order with aggregator could be created at '],
  ['--check-url', '/orders/{invoice}', "/orders/[^ ]+ does not return the order's state: "],
])('audit says it for %s too', async (flag, path, sentence) => {
  const { url } = await tlsMerchant(certificates['self-signed']());
  const flags = [
    '--callback-url',
    `${url}/callback`,
    '--return-url',
    `${url}/return`,
    '--gateway',
    'aggregator',
  ];
  const { code, stderr } = await audit(...flags, flag, `${url}${path}`);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    new RegExp(
      `${sentence}.* is self-signed\\. If your app has a certificate of its own, let the account accept it: `,
    ),
  );
});

it('pay accepts a return page with a certificate that the account accepts', async () => {
  const { url } = await tlsMerchant(certificates['self-signed']());
  const { run } = await commandsOf();
  await run('accounts', 'change', 'demo', '--allow-self-signed', 'true');
  const { code } = await run('pay', 'aggregator', '--callback-url', url, '--return-url', `${url}/return`);
  expect(code).toBe(0);
});
