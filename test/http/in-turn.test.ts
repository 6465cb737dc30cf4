import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { handleInTurn } from '../../src/http/in-turn.ts';
import { freshSandbox } from '../support/fresh.ts';
import { credentialsOf, interceptionOf } from '../support/interception.ts';
import { rawCall, statusesIn, verifyPath } from '../support/raw-call.ts';
import { exchanged, opened } from '../support/raw-socket.ts';
import { rightFields, type TestSandbox, testSandbox } from '../support/sandbox.ts';

const codesOf = async (sandbox: TestSandbox) =>
  (await sandbox.control('otps')).json.data.map((each: { mobile_number: string }) => each.mobile_number);

it('Requests that are sent ahead are handled and answered in order', async () => {
  const sandbox = await freshSandbox();
  const url = await sandbox.listen();
  await sandbox.control('faults', { effect: { delay: '30ms' }, times: 3 });
  const mobiles = Array.from({ length: 16 }, (_, index) => `09456789${10 + index}`);
  const sent = mobiles.map((mobile) =>
    rawCall(url, { fields: { ...rightFields['walletB/verify'], mobile_number: mobile } }),
  );
  const text = await exchanged(url, sent.join('') + rawCall(url, { head: 'Connection: close\r\n' }));
  expect(statusesIn(text)).toEqual(Array.from({ length: 17 }, () => 200));
  expect((await codesOf(sandbox)).toReversed()).toEqual([...mobiles, '0945678901']);
});

it('A request behind a response that closes the connection is not carried out', async () => {
  const sandbox = await freshSandbox();
  const url = await sandbox.listen();
  const head = `POST ${verifyPath} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`;
  const large = `${head}Content-Length: 70000\r\n\r\n${'x'.repeat(70_000)}`;
  expect(statusesIn(await exchanged(url, large + rawCall(url)))).toEqual([413]);
  expect(await codesOf(sandbox)).toEqual([]);
});

/**
 * Sends this from many connections, behind requests that wait until `mustClose` connections are closed. Resolves
 * with the number of responses. A connection that gets `enough` is one whose requests have all been taken.
 */
async function answeredOf(
  sandbox: TestSandbox,
  url: string,
  flood: string,
  { connections, mustClose, enough }: Readonly<Record<'connections' | 'mustClose' | 'enough', number>>,
): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const wait = `GET /_sandbox/api/events?type=reset&wait=60s HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  let answered = 0;
  let closed = 0;
  const sockets = Array.from({ length: connections }, async () => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    let here = 0;
    socket.on('data', (data) => {
      here += statusesIn(String(data))?.length ?? 0;
      if (here >= enough) socket.destroy();
    });
    socket.write(wait + flood);
    await new Promise((resolve) => socket.once('close', resolve));
    answered += here;
    closed += 1;
  });
  await expect.poll(() => closed, { timeout: 20_000 }).toBeGreaterThanOrEqual(mustClose);
  await sandbox.reset();
  await Promise.all(sockets);
  return answered;
}

it('Connections that send too many ahead are closed, and the others go on', async () => {
  const sandbox = await freshSandbox();
  const url = await sandbox.listen();
  const flood = `GET /_sandbox/health HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`.repeat(999);
  // 4,096 places are enough for all requests of four connections. Statuses may be split.
  const answered = answeredOf(sandbox, url, flood, { connections: 40, mustClose: 35, enough: 900 });
  const meanwhile = Array.from({ length: 20 }, () => fetch(`${url}/_sandbox/health`));
  expect((await Promise.all(meanwhile)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  // Of 40,000: as many as may be ahead in all, and a few of each.
  expect(await answered).toBeLessThan(10_000);
});

it('A waiting request counts as several when its body is large', async () => {
  const sandbox = await freshSandbox();
  const url = await sandbox.listen();
  const { host } = new URL(url);
  const large = `POST ${verifyPath} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 60000\r\n\r\n${'x'.repeat(60_000)}`;
  // 4,096 places hold 273 such bodies, of 15 places each: those of nine connections. Each other one may send two.
  const answered = await answeredOf(sandbox, url, large.repeat(30), {
    connections: 20,
    mustClose: 10,
    enough: 28,
  });
  expect(answered).toBeLessThan(400);
});

it('A request behind a response that the end of the sandbox ends is not carried out', async () => {
  const sandbox = await testSandbox();
  const url = await sandbox.listen();
  const socket = await opened(url);
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  const stream = `GET /_sandbox/events HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`;
  socket.write(stream + rawCall(url));
  await once(socket, 'data');
  const closed = once(socket, 'close');
  // It arrives after the sandbox has begun to close.
  socket.write(rawCall(url));
  await Promise.all([sandbox.stop(), closed]);
  expect(statusesIn(Buffer.concat(received).toString())).toEqual([200]);
});

it('A request is not carried out when the client has left before its turn', async () => {
  const carriedOut: string[] = [];
  const listener: RequestListener = ({ url = '' }, outgoing) => {
    carriedOut.push(url);
    // The end of the connection arrives with the requests, and is read after them.
    outgoing.once('close', () => connection.push(null)).end();
  };
  const server = createServer();
  handleInTurn(server, 'connection', listener);
  const connection = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  onTestFinished(() => void connection.destroy());
  server.emit('connection', connection);
  connection.push('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(connection, 'end');
  await nextTurn();
  await nextTurn();
  expect(carriedOut).toEqual(['/1']);
});

it('Connections to the proxy that have left no longer count', async () => {
  const { proxyUrl, sandbox } = await interceptionOf(['api.example.test']);
  const target = `http://api.example.test${verifyPath}`;
  const head = credentialsOf(proxyUrl);
  const heavy = `POST ${target} HTTP/1.1\r\nHost: a\r\n${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
  const delayed = rawCall(proxyUrl, { path: target, head: `${head}X-Sandbox-Delay: 10s\r\n` });
  const left = await Promise.all(Array.from({ length: 20 }, () => opened(proxyUrl)));
  for (const each of left) each.write(delayed + heavy.repeat(15));
  await expect.poll(async () => (await sandbox.control('requests')).json.data.length).toBe(20);
  for (const each of left) each.destroy();
  const light = rawCall(proxyUrl, { path: target, head });
  const last = rawCall(proxyUrl, { path: target, head: `${head}Connection: close\r\n` });
  await expect
    .poll(async () => statusesIn(await exchanged(proxyUrl, light.repeat(39) + last))?.length)
    .toBe(40);
});
