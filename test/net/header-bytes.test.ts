import { expect, it } from 'vitest';
import { call } from '../../src/net/call.ts';
import { freshRawMerchant } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';

async function locationOf(bytes: Buffer): Promise<string | null> {
  const Location = bytes.toString('latin1');
  const { url } = await freshRawMerchant((socket) =>
    socket.end(
      Buffer.from(`HTTP/1.1 302 Found\r\nLocation: ${Location}\r\nContent-Length: 0\r\n\r\n`, 'latin1'),
    ),
  );
  return (await call({ method: 'GET', url, timeoutMs: 5000 })).location;
}

it.each([
  ['ASCII', Buffer.from('/orders/1'), '/orders/1'],
  ['UTF-8', Buffer.from('/طلب/1?é'), '/طلب/1?é'],
  ['no UTF-8', Buffer.from('/caf\xe9', 'latin1'), '/caf\xe9'],
])('a header of %s is read as a browser reads it', async (_name, bytes, expected) => {
  expect(await locationOf(bytes)).toBe(expected);
});

it('a cookie keeps its bytes, which go back as they came', async () => {
  const { url } = await freshRawMerchant(answering('200 OK', { 'Set-Cookie': 'name=ليلى' }, ''));
  const { headers } = await call({ method: 'GET', url, timeoutMs: 5000 });
  const bytes = Buffer.from('name=ليلى').toString('latin1');
  expect(headers.find(([name]) => name === 'Set-Cookie')).toEqual(['Set-Cookie', bytes]);
});
