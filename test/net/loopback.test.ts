import { expect, it } from 'vitest';
import { call } from '../../src/net/call.ts';
import { listens, placeOf } from '../../src/net/listens.ts';
import { onlyOne } from '../../src/net/loopback.ts';
import { freshMerchant } from '../support/fresh.ts';

it.each(['localhost', 'shop.localhost', 'a.b.localhost'])('http://%s is this machine', async (host) => {
  const { url } = await freshMerchant();
  const { port } = new URL(url);
  expect(await call({ method: 'GET', url: `http://${host}:${port}/`, timeoutMs: 5000 })).toMatchObject({
    status: 200,
  });
});

it('Other names stay unknown', async () => {
  const answer = await call({ method: 'GET', url: 'http://no.such.invalid:9/', timeoutMs: 5000 });
  expect(answer).toMatchObject({
    status: null,
    error: 'the name of no.such.invalid:9 is not known (DNS)',
  });
});

it('An app at shop.localhost listens', async () => {
  const { url } = await freshMerchant();
  const { port } = new URL(url);
  expect(await listens(placeOf(`http://shop.localhost:${port}/`), 5000)).toBe(true);
  expect(await listens(placeOf('http://shop.localhost:9/'), 5000)).toBe(false);
});

it('Where only one address can be tried, it is the one that apps listen on', () => {
  const addresses = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ];
  expect(onlyOne('localhost', addresses)?.address).toBe('127.0.0.1');
  expect(onlyOne('a.localhost', [{ address: '::1', family: 6 }])?.address).toBe('::1');
  expect(onlyOne('shop.test', addresses)?.address).toBe('::1');
});
