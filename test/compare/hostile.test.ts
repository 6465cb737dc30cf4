import { describe, expect, it } from 'vitest';
import { allAssumptions } from '../../src/compare/hidden.ts';
import { play } from '../../src/compare/play.ts';
import { preflight } from '../../src/compare/preflight.ts';
import type { Probe } from '../../src/compare/probe.ts';
import { checkouts } from '../../src/compare/probes/calls.ts';
import { answering, type Reply } from '../support/raw-merchant.ts';
import { at, html, service } from './hostile-service.ts';
import { comparison, liveService, mobileNumber, serviceOf } from './live.ts';

const named = (token: string) => token;

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

it.each(['constructor', '__proto__', 'toString'])('The sandbox knows no error code %s', async (code) => {
  const refusing = answering('422 No', {}, JSON.stringify({ error: { code } }));
  const { patch, seen } = await at(refusing, (url) => comparison(service(url)));
  expect([patch, seen.codes]).toEqual([{}, [code]]);
});

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
