import { expect, it } from 'vitest';
import { Guessing } from '../../src/http/guessing.ts';
import { freshSandbox } from '../support/fresh.ts';
import { merchantCall } from '../support/sandbox.ts';

const token = 'token+of&the/test';

it('An address that guesses waits longer and longer, and others do not notice', () => {
  const guessing = new Guessing();
  for (let guess = 0; guess < 20; guess += 1) {
    expect(guessing.waitMs('192.0.2.1', 0)).toBe(0);
    guessing.wrong('192.0.2.1', `guess ${guess}`, 0);
  }
  expect([1, 2, 3].map(() => guessing.waitMs('192.0.2.1', 0))).toEqual([100, 200, 300]);
  expect(guessing.waitMs('192.0.2.2', 0)).toBe(0);
  for (let more = 0; more < 30; more += 1) guessing.waitMs('192.0.2.1', 0);
  expect(guessing.waitMs('192.0.2.1', 0)).toBeUndefined();
  expect(guessing.waitMs('192.0.2.1', 30_000)).toBe(0);
});

it('The same wrong token again is no guess: a page of an earlier run may ask for ever', () => {
  const guessing = new Guessing();
  for (let time = 0; time < 1000; time += 1) guessing.wrong('192.0.2.1', 'of an earlier run', time);
  expect(guessing.waitMs('192.0.2.1', 1000)).toBe(0);
});

it('The same wrong token is one guess, whatever the method', async () => {
  const sandbox = await freshSandbox({ token });
  const send = (given: string, method: string) =>
    sandbox.fetch('/_sandbox/api/clock', { method, headers: { Authorization: `Bearer ${given}` } });
  for (let time = 0; time < 30; time += 1)
    for (const method of ['GET', 'PATCH']) expect((await send('earlier', method)).status).toBe(401);
  // None of them has to wait, so none is refused because of too many waiting ones.
  const statuses = await Promise.all(Array.from({ length: 40 }, () => send('earlier', 'GET')));
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([401]));
});

it('The addresses of one IPv6 network count as one', () => {
  const guessing = new Guessing();
  for (let guess = 0; guess < 30; guess += 1) guessing.wrong(`2001:db8:1:2:${guess}::1`, String(guess), 0);
  expect(guessing.waitMs('2001:db8:1:2:ffff::1', 0)).toBe(100);
});

it('Of many guesses at once few are looked at, and the right token is let in', async () => {
  const sandbox = await freshSandbox({ token });
  const ask = (given: string) =>
    sandbox.fetch('/_sandbox/api/otps', { headers: { Authorization: `Bearer ${given}` } });
  const first: number[] = [];
  for (let guess = 0; guess < 21; guess += 1) first.push((await ask(`guess-${guess}`)).status);
  expect(new Set(first)).toEqual(new Set([401]));
  const many = await Promise.all(Array.from({ length: 200 }, (_, guess) => ask(`more-${guess}`)));
  const refused = many.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(150);
  expect(refused[0]?.headers.get('retry-after')).toBe('2');
  expect(refused[0]?.json.error.code).toBe('TOO_MANY_GUESSES');
  expect((await ask(token)).status).toBe(200);
});

it.each([
  ['an image', '/_sandbox/?token=', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' }, undefined],
  ['a form', '/_sandbox/api/reset?token=', { Origin: 'https://evil.example' }, undefined],
  ['an image under a name of its own', '/api/x?token=', { 'Sec-Fetch-Site': 'cross-site' }, 'evil.example'],
])(
  'A page of another site cannot lock its visitor out by guessing with %s',
  async (_by, path, headers, host) => {
    const sandbox = await freshSandbox({ token });
    for (let guess = 0; guess < 100; guess += 1) {
      const url = `http://${host ?? 'localhost:4700'}${path}guess-${guess}`;
      const { status } = await sandbox.app.request(url, { headers: { ...headers } });
      expect(status).toBe(403);
    }
    const guessing = Array.from({ length: 25 }, (_, guess) =>
      sandbox.fetch('/_sandbox/api/otps', { headers: { Authorization: `Bearer own-${guess % 2}` } }),
    );
    for (const { status } of await Promise.all(guessing)) expect(status).toBe(401);
    const own = await sandbox.fetch('/_sandbox/api/otps', { headers: { Authorization: `Bearer ${token}` } });
    expect(own.status).toBe(200);
  },
);

it('The sandbox’s own token is masked in the log, in a path, a Referer or a body', async () => {
  const sandbox = await freshSandbox({ token });
  const url = `/api/x?token=${encodeURIComponent(token)}`;
  const headers = { Referer: `http://localhost:4700/_sandbox/?token=${token}`, 'Content-Type': token };
  const body = new URLSearchParams({ token }).toString();
  await sandbox.fetch(url, { method: 'POST', headers, body });
  await sandbox.fetch('/api/v1/transaction/walletA/verify', {
    ...merchantCall({}),
    headers: { ...merchantCall({}).headers, ...headers },
    body,
  });
  const auth = { headers: { Authorization: `Bearer ${token}` } };
  const { text, json } = await sandbox.fetch('/_sandbox/api/requests', auth);
  expect(json.data).toHaveLength(2);
  for (const each of [token, encodeURIComponent(token), 'of%26the', 'of&the'])
    expect(text).not.toContain(each);
});
