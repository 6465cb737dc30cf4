import { describe, expect, it } from 'vitest';
import { attempted, callback, decided, paid, startCheckout } from '../support/checkouts.ts';
import { freePort } from '../support/free-port.ts';
import { freshHoldingMerchant, freshMerchant, freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { answering, type Reply } from '../support/raw-merchant.ts';

describe('callback.delivered', () => {
  it.each([200, 201, 204, 299])('A POST that is answered %i is delivered', async (status) => {
    expect(await statusAfter('aggregator', answering(`${status} Fine`, {}, status === 204 ? '' : 'ok'))).toBe(
      'delivered',
    );
  });

  it.each([300, 302, 304, 400, 401, 404, 500, 503, 599])(
    'A POST that is answered %i has failed',
    async (status) => {
      expect(await statusAfter('aggregator', answering(`${status} So`, {}, ''))).toBe('pending');
    },
  );

  it.each([200, 204, 301, 302, 303, 307, 308, 399])(
    'A GET that is answered %i is delivered',
    async (status) => {
      expect(await statusAfter('cardgw', answering(`${status} So`, {}, ''))).toBe('delivered');
    },
  );

  it.each([400, 404, 500])('A GET that is answered %i has failed', async (status) => {
    expect(await statusAfter('cardgw', answering(`${status} So`, {}, ''))).toBe('pending');
  });

  it.each(['aggregator', 'cardgw'] as const)('%s: a redirect is never followed', async (gateway) => {
    const other = await freshMerchant();
    await statusAfter(gateway, answering('302 Found', { Location: other.url }, ''));
    expect(other.arrivals).toEqual([]);
  });

  it('200 with an error in its body is delivered, and its body is shown', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant(
      answering('200 OK', { 'X-Shop': 'yes' }, '{"error":"unknown order"}'),
    );
    await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    expect(await callback(sandbox)).toMatchObject({
      status: 'delivered',
      attempts: [
        {
          answer: {
            status: 200,
            headers: [
              ['X-Shop', 'yes'],
              ['Content-Length', '25'],
            ],
            body: '{"error":"unknown order"}',
          },
          error: null,
        },
      ],
    });
  });
});

describe('An attempt that fails keeps the reason in words', () => {
  it('Nothing listens: connection refused', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    expect(await errorOf(`http://${host}`)).toBe(`connection refused: nothing listens at ${host}`);
  });

  it('The merchant closes before it answers', async () => {
    const merchant = await freshRawMerchant((socket) => socket.end());
    expect(await errorOf(merchant.url)).toBe(`${merchant.host} closed the connection without an answer`);
  });

  it('The merchant resets the connection', async () => {
    const merchant = await freshRawMerchant((socket) => socket.resetAndDestroy());
    expect(await errorOf(merchant.url)).toBe(`the connection was reset by ${merchant.host}`);
  });

  it('The merchant closes in the middle of its answer', async () => {
    const merchant = await freshRawMerchant((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    );
    expect(await errorOf(merchant.url)).toBe('the answer 200 was cut off before it was complete');
  });

  it('The merchant speaks nonsense', async () => {
    const merchant = await freshRawMerchant((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    expect(await errorOf(merchant.url)).toMatch(new RegExp(`^${merchant.host} did not answer in HTTP: `));
  });

  it('The merchant sends more than 16 KB of headers', async () => {
    const merchant = await freshRawMerchant(answering('200 OK', { 'Set-Cookie': 'x'.repeat(17_000) }));
    expect(await errorOf(merchant.url)).toBe(`${merchant.host} sent more than 16 KB of headers`);
  });

  it('The name does not exist', async () => {
    expect(await errorOf('http://shop.invalid/callback')).toMatch(/^the name of shop\.invalid .*\(DNS\)$/);
  });

  it('The merchant hangs: over after the time-out for the whole exchange', async () => {
    const merchant = await freshHoldingMerchant();
    expect(await errorOf(merchant.url, '200ms')).toBe('no complete answer within 200 ms');
    await merchant.left();
  });

  it('The merchant begins to answer and stops: the same time-out', async () => {
    const merchant = await freshRawMerchant((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
    );
    expect(await errorOf(merchant.url, '200ms')).toBe('no complete answer within 200 ms');
    await merchant.left();
  });

  async function errorOf(url: string, timeout = '20s'): Promise<string> {
    const sandbox = await freshSandbox({ settings: { callback: { timeout } } });
    await paid(sandbox, url);
    await attempted(sandbox, 1);
    const { status, attempts } = await callback(sandbox);
    expect(status).toBe('pending');
    expect(attempts).toMatchObject([{ number: 1, answer: null }]);
    return attempts[0].error;
  }
});

describe('Bounded answers', () => {
  it('Of an answer over 64 KiB the first 64 KiB are kept', async () => {
    const sandbox = await freshSandbox();
    const body = `${'a'.repeat(65_535)}bc`;
    const merchant = await freshRawMerchant(answering('200 OK', {}, body));
    await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    const { status, attempts } = await callback(sandbox);
    expect(status).toBe('delivered');
    expect(attempts[0].answer.body).toBe(body.slice(0, 65_536));
  });

  it('An answer of exactly 64 KiB is kept whole', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant(answering('200 OK', {}, 'a'.repeat(65_536)));
    await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    expect((await callback(sandbox)).attempts[0].answer.body).toHaveLength(65_536);
  });

  it('An answer without an end is read up to 64 KiB, and its connection is closed', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshRawMerchant((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const flood = () => {
        while (socket.writable && socket.write('a'.repeat(16_384)));
      };
      socket.on('drain', flood);
      flood();
    });
    await paid(sandbox, merchant.url);
    await attempted(sandbox, 1);
    await merchant.left();
    const { status, attempts } = await callback(sandbox);
    expect(status).toBe('delivered');
    expect(attempts[0].answer.body).toHaveLength(65_536);
  });
});

async function statusAfter(gateway: 'aggregator' | 'cardgw', reply: Reply): Promise<string> {
  const sandbox = await freshSandbox();
  const merchant = await freshRawMerchant(reply);
  const field = gateway === 'aggregator' ? 'callback_url' : 'return_url';
  const token = await startCheckout(sandbox, gateway, { [field]: `${merchant.url}/` });
  await decided(sandbox, token, 'approve');
  await attempted(sandbox, 1);
  expect(merchant.requests).toHaveLength(1);
  return (await callback(sandbox)).status;
}
