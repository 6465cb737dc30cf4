import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../src/input/nearest.ts';
import { freshSandbox } from '../support/fresh.ts';

describe('A member called __proto__ is unknown wherever other unknown members are', () => {
  it.each([
    ['PATCH', 'settings', '{"__proto__":{"strict":true}}', '__proto__'],
    ['PATCH', 'settings', '{"otp":{"codes":{"__proto__":"123456"}}}', 'otp.codes.__proto__'],
    ['PATCH', 'settings', '{"statuses":{"__proto__":409}}', 'statuses.__proto__'],
    ['POST', 'accounts', '{"gateways":{"__proto__":{}}}', 'gateways.__proto__'],
    ['POST', 'faults', '{"match":{"__proto__":1},"effect":{"code":"BACKEND_ERROR"}}', 'match.__proto__'],
    ['POST', 'clock/advance', '{"by":"1s","\\u005f_proto__":1}', '__proto__'],
  ])('%s %s %s', async (method, path, body, field) => {
    const sandbox = await freshSandbox();
    const before = (await sandbox.control('settings')).text;
    const headers = { 'Content-Type': 'application/json' };
    const { status, json } = await sandbox.fetch(`/_sandbox/api/${path}`, { method, headers, body });
    expect([status, json.error.message]).toEqual([400, `${field}: is unknown in this body.`]);
    expect((await sandbox.control('settings')).text).toBe(before);
  });

  it('in a query too', async () => {
    const sandbox = await freshSandbox();
    const { status, json } = await sandbox.control('events?__proto__=1');
    expect([status, json.error.message]).toEqual([400, '__proto__: is unknown in this query.']);
  });

  it('but it is a name like any other among the fields of a message whose signature is checked', async () => {
    const sandbox = await freshSandbox({ settings: { signature: { scope: 'all' } } });
    const fields = '{"amount":"1","__proto__":"2"}';
    for (const body of [`{"fields":${fields}}`, JSON.stringify({ body: fields })]) {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await sandbox.fetch('/_sandbox/api/signature/check', { method: 'POST', headers, body });
      expect(answer.json.signed_string).toBe('amount=1&__proto__=2');
    }
  });
});

describe('A snapshot has a name that a path can hold', () => {
  it.each(['.', '..', '...'])('%s is refused', async (name) => {
    const sandbox = await freshSandbox();
    const { status, json } = await sandbox.control('snapshots', { name });
    expect([status, json.error.message]).toEqual([400, 'name: must have more than dots.']);
  });

  it.each(['', 'a/b', '%2e', 'a b', 'ä'])('%j is refused', async (name) => {
    const sandbox = await freshSandbox();
    const { status, json } = await sandbox.control('snapshots', { name });
    expect([status, json.error.message]).toEqual([400, 'name: must be 1 to 64 of A-Z a-z 0-9 . _ -.']);
  });

  it.each(['.a', 'a.', 'a..b', '-', '_', '0', '__proto__'])('%s can be removed again', async (name) => {
    const sandbox = await freshSandbox();
    expect((await sandbox.control('snapshots', { name })).status).toBe(201);
    const { json } = await sandbox.control(`snapshots/${name}`, {}, 'DELETE');
    expect(json).toEqual({ removed: name });
  });
});

describe('The signature doctor reads as much as a message may have', () => {
  it.each([
    ['fields', Array.from({ length: 1001 }, (_, at) => [`f${at}`, '1']), 'must have at most 1000 fields'],
    ['query', 'a=1&'.repeat(1001), 'must have at most 1000 fields'],
    ['query', `a=${'1'.repeat(65_536)}`, 'must be at most 65536 characters'],
    ['fields', { a: '1'.repeat(65_536) }, 'must be at most 65536 characters'],
  ])('%s', async (name, value, why) => {
    const sandbox = await freshSandbox();
    const { status, json } = await sandbox.control('signature/check', { [name]: value });
    expect([status, json.error.message]).toEqual([400, `${name}: ${why}.`]);
  });
});

describe('Did you mean', () => {
  it.each([
    ['transaction.complete', ' Did you mean "transaction.completed"?'],
    ['TRANSACTION.COMPLETED', ' Did you mean "transaction.completed"?'],
    ['something else', ''],
    ['x'.repeat(1_000_000), ''],
  ])('%.30s', (name, question) => {
    expect(didYouMean(name, ['amount', 'transaction.completed'])).toBe(question);
  });

  it('of a list with many unknown types, the first is named', async () => {
    const sandbox = await freshSandbox();
    const { status, json } = await sandbox.control(`events?type=${'x,'.repeat(4000)}otp.sent`);
    expect([status, json.error.message]).toEqual([400, 'type: no event type is "x".']);
  });
});

describe('A call that takes no body', () => {
  it.each([
    ['DELETE', 'faults', { account: 'demo' }, 'account: belongs in the query, not in the body.'],
    ['DELETE', 'otps', { account: 'demo' }, 'account: belongs in the query, not in the body.'],
    ['POST', 'callbacks/settled', { wait: '10s' }, 'wait: belongs in the query, not in the body.'],
    ['POST', 'clock/resume', { at: '2026-01-01T00:00:00Z' }, 'at: is unknown in this body.'],
    ['POST', 'reset', { account: 'demo' }, 'account: is unknown in this body.'],
  ])(
    '%s %s with %j: refused, because it would change more than was meant',
    async (method, path, body, message) => {
      const sandbox = await freshSandbox();
      const { status, json } = await sandbox.control(path, body, method);
      expect([status, json.error.message]).toEqual([400, message]);
    },
  );

  it.each(['{}', '[]', 'null', ''])('takes %j, which says nothing', async (body) => {
    const sandbox = await freshSandbox();
    const answer = await sandbox.fetch('/_sandbox/api/clock/resume', { method: 'POST', body });
    expect(answer.status).toBe(200);
  });

  it('refuses an own __proto__', async () => {
    const sandbox = await freshSandbox();
    const body = '{"__proto__":{}}';
    const { json } = await sandbox.fetch('/_sandbox/api/reset', { method: 'POST', body });
    expect(json.error.message).toBe('__proto__: is unknown in this body.');
  });
});
