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

/** Sends this from many connections at once. Resolves with the number of responses, when all are closed. */
async function answeredOf(url: string, flood: string, connections: number, enough: number): Promise<number> {
  const { hostname, port } = new URL(url);
  let answered = 0;
  const closed = Array.from({ length: connections }, async () => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    let here = 0;
    socket.on('data', (data) => {
      here += statusesIn(String(data))?.length ?? 0;
      // The sandbox keeps a connection open whose requests it has taken. Statuses may be split.
      if (here >= enough) socket.destroy();
    });
    socket.write(flood);
    await new Promise((resolve) => socket.once('close', resolve));
    answered += here;
  });
  await Promise.all(closed);
  return answered;
}

it('Connections that send too many ahead are closed, and the others go on', async () => {
  const sandbox = await freshSandbox();
  const url = await sandbox.listen();
  const get = (at: string) => `GET /_sandbox/${at} HTTP/1.1\r\nHost: ${new URL(url).hostname}\r\n\r\n`;
  const flood = get('api/events?type=reset&wait=2s') + get('health').repeat(999);
  const answered = answeredOf(url, flood, 40, 900);
  const meanwhile = Array.from({ length: 20 }, () => fetch(`${url}/_sandbox/health`));
  expect((await Promise.all(meanwhile)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  // Of 40,000: as many as may be ahead in all, and a few of each.
  expect(await answered).toBeLessThan(10_000);
});

it('A waiting request counts as several when its body is large', async () => {
  const sandbox = await freshSandbox();
  const url = await sandbox.listen();
  const head = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`;
  const large = `${head('POST', verifyPath)}Content-Length: 60000\r\n\r\n${'x'.repeat(60_000)}`;
  const flood = `${head('GET', '/_sandbox/api/events?type=reset&wait=2s')}\r\n${large.repeat(30)}`;
  // Of 620: 4,096 places hold 273 bodies of 15 places each, and each connection may send two more.
  expect(await answeredOf(url, flood, 20, 31)).toBeLessThan(400);
});
