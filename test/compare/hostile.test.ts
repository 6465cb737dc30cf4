import { describe, expect, it } from 'vitest';
import type { Service } from '../../src/compare/play.ts';
import { preflight } from '../../src/compare/preflight.ts';
import { checkouts } from '../../src/compare/probes/calls.ts';
import { answering, type Reply, rawMerchant } from '../support/raw-merchant.ts';
import { comparison, liveService, mobileNumber, serviceOf } from './live.ts';

const named = (token: string) => token;

function service(url: string): Service {
  return {
    url,
    apiKey: 'key',
    accessToken: 'token',
    mobileNumber: undefined,
    timeoutMs: 2000,
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
  ])('with %s: nothing is confirmed, and nothing is proposed', async (_name, reply) => {
    await at(reply, async (url) => {
      const { findings, patch } = await comparison({ ...service(url), mobileNumber });
      expect(patch).toEqual({});
      expect(findings.filter(({ verdict }) => verdict === 'confirmed')).toEqual([]);
    });
  });
});

it('A checkout that the account may not use is not the one that the others are compared by', async () => {
  const live = await liveService();
  const [account] = await live.accounts.list();
  const [first] = checkouts;
  await live.accounts.change(account?.id ?? '', { gateways: { [first?.token ?? '']: { allowed: false } } });
  const { plain } = await preflight(serviceOf(live), named, false);
  expect(plain.token).not.toBe(first?.token);
});
