import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { type Running, runSandbox } from '../../src/sandbox/run.ts';
import { attempted, callback, paid } from '../support/checkouts.ts';
import { freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import { merchantCall, rightFields } from '../support/sandbox.ts';
import { senderWith } from './test-sender.ts';

describe('The sandbox calls nothing of itself', () => {
  const itself = { callback_url: ['Use a URL of your own server: this one is the sandbox itself.'] };
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const outside = own.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

  it.each([
    'localhost',
    'LOCALHOST.',
    'a.b.localhost',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '017700000001',
    '127.255.255.254',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '１２７.0.0.1',
  ])('by the name %s it is refused at confirm', async (host) => {
    const { url } = await running();
    expect(await fieldsRefused(url, `http://${host}:${new URL(url).port}/_sandbox/api/reset`)).toEqual(
      itself,
    );
  });

  it('by --public-url, with or without the dot of the root', async () => {
    const { url } = await running({ public_url: 'https://pay.example' });
    for (const callback of [
      'https://pay.example/_sandbox/',
      'https://PAY.example.:443/',
      'https://pay.example.:443',
    ])
      expect(await fieldsRefused(url, callback), callback).toEqual(itself);
  });

  it('by any address of this machine where it listens on all of them', async () => {
    const { url, sandbox } = await running({ host: '0.0.0.0' });
    const { port } = new URL(url);
    const { addresses } = sandbox.runtime;
    for (const address of [outside, ...own.map((each) => each.address)].flatMap((each) => each ?? [])) {
      expect(addresses.isOwnSocket(address, Number(port)), address).toBe(true);
      if (address.startsWith('fe80:')) continue;
      const host = address.includes(':') ? `[${address}]` : address;
      expect(await fieldsRefused(url, `http://${host}:${port}/`), host).toEqual(itself);
      if (address.includes(':')) continue;
      // The same machine as an IPv4-mapped IPv6 address: `[::ffff:c000:202]`.
      expect(await fieldsRefused(url, `http://[::ffff:${address}]:${port}/`), address).toEqual(itself);
      const { hostname } = new URL(`http://[::ffff:${address}]/`);
      expect(addresses.isOwnSocket(hostname.slice(1, -1), Number(port)), hostname).toBe(true);
    }
  });

  it('by a name that resolves to it, it is refused when connecting', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:7f00:1']) {
      const { send } = senderWith([[address]], {}, (judged, port) => judged === address && port === 4700);
      expect(await send('http://shop.example:4700/_sandbox/api/reset'), address).toMatchObject({
        error: `the request failed: ${address} is an address that callbacks never go to`,
      });
    }
  });

  it('by a redirect, it stays as it is', async () => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    const merchant = await freshRawMerchant(
      answering('307 Temporary Redirect', { Location: `${url}/_sandbox/api/reset` }),
    );
    await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    expect((await callback(sandbox)).attempts[0].answer.status).toBe(307);
    expect((await sandbox.control('events?type=reset&after=0')).json.data).toEqual([]);
  });
});

async function running(given: Readonly<Record<string, string>> = {}): Promise<Running> {
  const started = await runSandbox(await loadConfig({ port: 0, ...given }, {}, '/'));
  onTestFinished(() => started.stop());
  return started;
}

/** The field errors of a confirm with this `callback_url`. */
async function fieldsRefused(url: string, callbackUrl: string): Promise<unknown> {
  const fields = { ...rightFields['aggregator/confirm'], callback_url: callbackUrl };
  const answer = await fetch(`${url}/api/v1/transaction/aggregator/confirm`, merchantCall(fields));
  const { error } = (await answer.json()) as { error?: { fields?: unknown } };
  return error?.fields;
}
