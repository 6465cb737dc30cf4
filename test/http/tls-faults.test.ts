import { once } from 'node:events';
import { request } from 'node:https';
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { type Listening, listen } from '../../src/http/server.ts';
import { makeAuthority, makeLeaf } from '../../src/tls/certificate.ts';
import { freshSandbox } from '../support/fresh.ts';
import { askedTunnel, interceptionOf } from '../support/interception.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const path = '/api/v1/transaction/walletA/verify';
const form = new URLSearchParams(rightFields['walletA/verify']).toString();
const host = 'api.example.test';
const authority = makeAuthority(Date.now());
const identity = makeLeaf(authority, ['localhost'], Date.now());

interface Ways {
  readonly sandbox: TestSandbox;
  /** Opens a TLS connection to the sandbox. */
  readonly connect: () => Promise<TLSSocket>;
}

async function direct(): Promise<Ways & { readonly listening: Listening }> {
  const sandbox = await freshSandbox();
  const listening = await listen(sandbox.app, {
    host: undefined,
    port: 0,
    tls: {
      cert: identity.certificate.toString(),
      key: identity.key.export({ type: 'pkcs8', format: 'pem' }),
    },
  });
  onTestFinished(() => listening.close(0));
  const ca = authority.certificate.toString();
  const secure = () => secured(connectTls({ port: listening.port, host: 'localhost', ca }));
  return { sandbox, listening, connect: secure };
}

async function intercepted(): Promise<Ways> {
  const { sandbox, proxyUrl, authority: ca } = await interceptionOf([host]);
  return {
    sandbox,
    connect: async () => {
      const { socket } = await askedTunnel(proxyUrl, `${host}:443`);
      return secured(connectTls({ socket, servername: host, ca }), socket);
    },
  };
}

/** In a tunnel, the lower connection is the one that is reset, and the only one that reports it. */
async function secured(socket: TLSSocket, lower?: Duplex): Promise<TLSSocket> {
  onTestFinished(() => void socket.destroy());
  lower?.on('error', (error) => socket.destroy(error));
  await once(socket, 'secureConnect');
  return socket;
}

/** Sends a verify and returns its status or error code. */
async function outcomeOf({ connect }: Ways, signal?: AbortSignal): Promise<number | string> {
  const socket = await connect();
  const keys = { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' };
  const type = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': form.length };
  return new Promise((resolve) => {
    const asked = request({
      ...{ method: 'POST', path, headers: { Host: 'localhost', ...keys, ...type } },
      ...{ createConnection: () => socket, signal },
    });
    asked.once('response', (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    asked.end(form);
  });
}

const codesOf = async (sandbox: TestSandbox) => (await sandbox.control('otps')).json.data.length;

it.each([
  ['--https', false, 0, direct],
  ['--https', true, 1, direct],
  ['--intercept', false, 0, intercepted],
  ['--intercept', true, 1, intercepted],
])('%s: the client of a reset with after %j sees ECONNRESET', async (_way, after, codes, made) => {
  const ways = await made();
  await ways.sandbox.control('faults', { effect: { reset: true, after }, times: 5 });
  for (let time = 0; time < 3; time += 1) expect(await outcomeOf(ways)).toBe('ECONNRESET');
  expect((await ways.sandbox.control('requests?limit=1')).json.data[0].status).toBe(after ? 200 : 0);
  expect(await codesOf(ways.sandbox)).toBe(codes === 0 ? 0 : 3);
  await ways.sandbox.control('faults', undefined, 'DELETE');
  expect(await outcomeOf(ways)).toBe(200);
});

it.each([
  ['--https', direct],
  ['--intercept', intercepted],
])('%s: a delay is late, and a hang ends with its client', async (_way, made) => {
  const ways = await made();
  await ways.sandbox.control('faults', { effect: { delay: '30ms' } });
  expect(await outcomeOf(ways)).toBe(200);
  await ways.sandbox.control('faults', { effect: { hang: true } });
  const gone = new AbortController();
  const hanging = outcomeOf(ways, gone.signal);
  await ways.sandbox.control('requests?after=1&wait=10s');
  gone.abort();
  expect(await hanging).toBe('ABORT_ERR');
  expect(await outcomeOf(ways)).toBe(200);
});

it.each([
  ['--https', direct],
  ['--intercept', intercepted],
])(
  '%s: of pipelined requests those before a reset are answered, and the sandbox goes on',
  async (_way, made) => {
    const ways = await made();
    await ways.sandbox.control('faults', { effect: { reset: true }, match: { mobile_number: '0912345679' } });
    const socket = await ways.connect();
    const received: Buffer[] = [];
    socket.on('data', (chunk) => received.push(chunk));
    const ended = new Promise((resolve) => {
      socket.once('close', resolve);
      socket.on('error', resolve);
    });
    const one = (body: string) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo_test_token\r\nX-API-KEY: demo_api_key\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    socket.write(one(form));
    await once(socket, 'data');
    socket.write(one(form.replace('0912345678', '0912345679')) + one(form));
    await ended;
    expect(
      Buffer.concat(received)
        .toString()
        .match(/HTTP\/1\.1 \d+/g),
    ).toEqual(['HTTP/1.1 200']);
    expect(await outcomeOf(ways)).toBe(200);
  },
);

it('--https: a client that stops in the middle of the handshake does not hold up the stop', async () => {
  const { listening } = await direct();
  const socket = connect(listening.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const closed = once(socket, 'close');
  socket.on('error', () => undefined).write(await clientHello());
  // The server has answered, and waits for the rest of the handshake.
  await once(socket, 'data');
  await listening.close(0);
  await closed;
});

/** The first message of a TLS handshake. */
function clientHello(): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = new Duplex({ read: () => undefined, write: resolve });
    const client = connectTls({ socket });
    onTestFinished(() => void client.destroy());
  });
}
