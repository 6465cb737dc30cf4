import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { allAssumptions } from '../../src/compare/hidden.ts';
import { play, type Service } from '../../src/compare/play.ts';
import { preflight } from '../../src/compare/preflight.ts';
import type { Probe } from '../../src/compare/probe.ts';
import { checkouts } from '../../src/compare/probes/calls.ts';
import { tcpServer } from '../support/interception.ts';
import { answering, type Reply, rawMerchant } from '../support/raw-merchant.ts';
import { certificates, tlsMerchant } from '../support/tls-merchant.ts';
import { comparison, liveService, mobileNumber, serviceOf } from './live.ts';

const named = (token: string) => token;

function service(url: string): Service {
  return {
    url,
    apiKey: 'key',
    accessToken: 'token',
    mobileNumber: undefined,
    timeoutMs: 60_000,
    pauseMs: 0,
    wait: async () => {},
    elapsedMs: () => 0,
    invoice: () => 'x',
  };
}

async function at<Result>(reply: Reply, use: (url: string) => Promise<Result>): Promise<Result> {
  const server = await rawMerchant(reply);
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}

const html = { 'Content-Type': 'text/html' };

describe('A comparison does not begin', () => {
  it.each<[string, Reply, RegExp]>([
    [
      'with a web page',
      answering('200 OK', html, '<h1>Welcome</h1>'),
      /answered 200 with text\/html\. Is --base-url/,
    ],
    ['with a redirect', answering('302 Found', { Location: 'https://example.com/' }), /answered 302/],
    ['with an error page', answering('502 Bad Gateway', html, '<h1>Bad Gateway</h1>'), /answered 502/],
    [
      'with half an answer',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
      /did not answer: .*cut off/,
    ],
    ['with no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), /did not answer/],
    [
      'with other JSON',
      answering('200 OK', { 'Content-Type': 'application/json' }, '{"ok":true}'),
      /JSON that the API does not have/,
    ],
    [
      'with JSON that is no object',
      answering('200 OK', { 'Content-Type': 'application/json' }, '[1]'),
      /answered 200/,
    ],
  ])('%s', async (_name, reply, sentence) => {
    await expect(at(reply, (url) => preflight(service(url), named, false))).rejects.toThrow(sentence);
  });

  it.each(Object.entries(certificates))(
    'with a certificate that is %s, and sends no key',
    async (_kind, certificate) => {
      const server = await tlsMerchant(certificate());
      await expect(preflight(service(server.url), named, false)).rejects.toThrow(
        /did not answer: .*certificate/,
      );
      expect(server.arrivals).toEqual([]);
    },
  );

  it.each<[string, (socket: Socket) => void]>([
    ['closes in the TLS handshake', (socket) => socket.end()],
    ['resets in the TLS handshake', (socket) => socket.resetAndDestroy()],
    ['answers the TLS handshake with an alert', (socket) => socket.end(Buffer.from('15030300020228', 'hex'))],
    ['answers the TLS handshake in HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('with a server that %s', async (_name, reply) => {
    const port = await tcpServer((socket) => void socket.once('data', () => reply(socket)));
    const url = `https://127.0.0.1:${port}`;
    await expect(preflight(service(url), named, false)).rejects.toThrow(/did not answer: /);
  });

  it('where nothing listens', async () => {
    await expect(preflight(service('http://127.0.0.1:9'), named, false)).rejects.toThrow(
      /did not answer: connection refused/,
    );
  });

  it('with wrong keys', async () => {
    const live = await liveService();
    const wrong = { ...serviceOf(live), accessToken: 'wrong' };
    await expect(preflight(wrong, named, false)).rejects.toThrow(/rejects the API key or the access token/);
  });

  it('with a live token that nobody named as one', async () => {
    const live = await liveService();
    const real = { ...serviceOf(live), accessToken: live.account.accessTokens.live };
    await expect(preflight(real, named, false)).rejects.toThrow(
      /as it does for live tokens\. Use a test token, or add --live\./,
    );
    expect(await preflight(real, named, true)).toMatchObject({ isSandbox: true });
  });
});

describe('A service that turns hostile in the middle', () => {
  it.each<[string, Reply]>([
    ['error pages', answering('500 Internal Server Error', html, '<h1>Oops</h1>')],
    ['closed connections', (socket) => socket.destroy()],
    [
      'strange envelopes',
      answering('400 Bad Request', {}, '{"error":{"code":{"a":1},"status":"x"},"result":[]}'),
    ],
    [
      'huge codes',
      answering('400 Bad Request', {}, JSON.stringify({ error: { code: '\u001b[2J'.repeat(2000) } })),
    ],
    [
      'ids that have no text',
      answering('500 Oops', {}, '{"result":{"process_id":{"toString":1,"valueOf":2}}}'),
    ],
    [
      'deep nesting',
      answering('400 Bad Request', {}, `{"error":${'['.repeat(30_000)}${']'.repeat(30_000)}}`),
    ],
  ])('with %s: nothing is confirmed, and nothing is proposed', async (_name, reply) => {
    await at(reply, async (url) => {
      const { findings, patch } = await comparison({ ...service(url), mobileNumber });
      expect(patch).toEqual({});
      expect(findings.filter(({ verdict }) => verdict === 'confirmed')).toEqual([]);
    });
  });
});

it('A process id that is an object does not end the comparison', async () => {
  const strange = answering('200 OK', {}, '{"result":{"process_id":{"toString":1,"valueOf":2}}}');
  const findings = await at(
    strange,
    async (url) => (await comparison({ ...service(url), mobileNumber })).findings,
  );
  expect(findings.length).toBe(allAssumptions.length);
});

it.each([
  ['200 OK', '{"error":{"code":"UNAUTHORIZED"}}'],
  ['599 Oops', '{"error":{"code":"UNAUTHORIZED"}}'],
])('A status that the setting does not take is shown, and not proposed: %s', async (status, body) => {
  const { patch, findings } = await at(answering(status, {}, body), (url) => comparison(service(url)));
  expect(patch).toEqual({});
  const finding = findings.find(({ about }) => about === 'statuses');
  expect(finding).toMatchObject({
    verdict: 'contradicted',
    live: `UNAUTHORIZED ${Number.parseInt(status, 10)}`,
  });
  expect(finding).not.toHaveProperty('change');
});

it.each(['constructor', '__proto__', 'toString'])(
  'An error code %s is none that the sandbox knows',
  async (code) => {
    const refusing = answering('422 No', {}, JSON.stringify({ error: { code } }));
    const { patch, seen } = await at(refusing, (url) => comparison(service(url)));
    expect([patch, seen.codes]).toEqual([{}, [code]]);
  },
);

it('A wait and a code length that no setting takes are not proposed', async () => {
  const waiting = answering(
    '429 Wait',
    { 'Retry-After': '99999999999999' },
    '{"error":{"code":"OTP_WAIT_BEFORE_RESNED"}}',
  );
  const { patch } = await at(waiting, (url) => comparison({ ...service(url), mobileNumber }));
  expect(patch).toEqual({});
});

it('Keys and the mobile number that the service quotes are not kept', async () => {
  const [apiKey, accessToken] = ['key/of+the=account', 'token-of-the-account'];
  const quoted = [apiKey, encodeURIComponent(apiKey), accessToken.toUpperCase(), mobileNumber];
  const probe: Probe = { id: 'x', does: '', steps: [{ path: 'x/confirm', fields: {} }], readings: [] };
  const replies = (type: string, body: string) =>
    at(
      answering('422 No', { Allow: quoted.join(), [`x-${accessToken}`]: '1', 'Content-Type': type }, body),
      (url) => play({ ...service(url), apiKey, accessToken, mobileNumber }, probe),
    );
  const json = JSON.stringify({ [accessToken]: quoted, number: Number(mobileNumber) }).replace(
    'key',
    '\\u006bey',
  );
  const kept = JSON.stringify([
    await replies('application/json', json),
    await replies('text/html', quoted.join()),
  ]);
  expect(kept).not.toMatch(/of.{0,3}the.{0,3}account|912345678/i);
  expect(kept).toContain('(access token)');
});

it('A checkout that the account may not use is not the one that the others are compared by', async () => {
  const live = await liveService();
  const [account] = await live.accounts.list();
  const [first] = checkouts;
  await live.accounts.change(account?.id ?? '', { gateways: { [first?.token ?? '']: { allowed: false } } });
  const { plain } = await preflight(serviceOf(live), named, false);
  expect(plain.token).not.toBe(first?.token);
});
