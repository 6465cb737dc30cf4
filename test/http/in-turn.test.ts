import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { exchanged } from '../support/raw-socket.ts';
import { merchantCall, rightFields, type TestSandbox } from '../support/sandbox.ts';

const verifyPath = '/api/v1/transaction/walletB/verify';

/** The bytes of a merchant call. */
function call(url: string, { head = '', mobile = '0945678901' } = {}): string {
  const { headers } = merchantCall({});
  const fields = { ...rightFields['walletB/verify'], mobile_number: mobile };
  const body = String(new URLSearchParams(fields));
  const all = { Host: new URL(url).host, ...headers, 'Content-Length': body.length };
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${verifyPath} HTTP/1.1\r\n${lines.join('')}${type}${head}\r\n${body}`;
}

const statusesIn = (text: string) => text.match(/(?<=HTTP\/1\.1 )\d+/g)?.map(Number);
const codesOf = async (sandbox: TestSandbox) =>
  (await sandbox.control('otps')).json.data.map((each: { mobile_number: string }) => each.mobile_number);

it('Requests that are sent ahead are handled and answered in order', async () => {
  const sandbox = await freshSandbox();
  const url = await sandbox.listen();
  await sandbox.control('faults', { effect: { delay: '30ms' }, times: 3 });
  const mobiles = Array.from({ length: 16 }, (_, index) => `09456789${10 + index}`);
  const sent = mobiles.map((mobile) => call(url, { mobile }));
  const text = await exchanged(url, sent.join('') + call(url, { head: 'Connection: close\r\n' }));
  expect(statusesIn(text)).toEqual(Array.from({ length: 17 }, () => 200));
  expect((await codesOf(sandbox)).toReversed()).toEqual([...mobiles, '0945678901']);
});

it('A request behind a response that closes the connection is not carried out', async () => {
  const sandbox = await freshSandbox();
  const url = await sandbox.listen();
  const head = `POST ${verifyPath} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`;
  const large = `${head}Content-Length: 70000\r\n\r\n${'x'.repeat(70_000)}`;
  expect(statusesIn(await exchanged(url, large + call(url)))).toEqual([413]);
  expect(await codesOf(sandbox)).toEqual([]);
});

it('Connections that send too many ahead are closed, and the others go on', async () => {
  const sandbox = await freshSandbox();
  const url = await sandbox.listen();
  const { hostname, port } = new URL(url);
  const get = (at: string) => `GET /_sandbox/${at} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
  const flood = get('api/events?type=reset&wait=2s') + get('health').repeat(999);
  let answered = 0;
  const closed = Array.from({ length: 40 }, async () => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    let here = 0;
    socket.on('data', (data) => {
      here += statusesIn(String(data))?.length ?? 0;
      // The sandbox keeps a connection open whose requests it has taken. Statuses may be split.
      if (here > 900) socket.destroy();
    });
    socket.write(flood);
    await once(socket, 'close');
    answered += here;
  });
  const meanwhile = Array.from({ length: 20 }, () => fetch(`${url}/_sandbox/health`));
  expect((await Promise.all(meanwhile)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  await Promise.all(closed);
  // Of 40,000: as many as may be ahead in all, and a few of each.
  expect(answered).toBeLessThan(10_000);
});
