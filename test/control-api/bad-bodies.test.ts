import { describe, expect, it } from 'vitest';
import { startCheckout } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';

const invalid = { status: 400, json: { error: { code: 'INVALID_REQUEST' } } };

describe('Bodies', () => {
  const post = (body: string | Uint8Array<ArrayBuffer>, path = 'checkouts/token-1/approve') =>
    [`/_sandbox/api/${path}`, { method: 'POST', body }] as const;

  it.each([
    '{',
    '{"order":"together"',
    "{'order':'together'}",
    'order=together',
    '\u0000',
    '{"order":"together"} x',
    'NaN',
  ])('%j is not JSON, and changes nothing', async (body) => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    const answer = await sandbox.fetch(...post(body));
    expect(answer).toMatchObject(invalid);
    expect(answer.json.error.message).toBe('The body is not JSON.');
    expect((await sandbox.control('checkouts/token-1')).json.status).toBe('started');
  });

  it.each(['\n', ' \r\n\t'])('%j is no body', async (body) => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    expect((await sandbox.fetch(...post(body))).status).toBe(200);
    expect((await sandbox.control('checkouts/token-1')).json.status).toBe('completed');
  });

  it('Invalid UTF-8 is not JSON', async () => {
    const sandbox = await freshSandbox();
    const bytes = new Uint8Array([...Buffer.from('{"reason":"'), 0xff, ...Buffer.from('"}')]);
    expect(await sandbox.fetch(...post(bytes))).toMatchObject(invalid);
  });

  it.each([
    ['approve', { nonsense: 1 }, 'nonsense'],
    ['approve', { order: 'never' }, 'order'],
    ['approve', { order: null }, 'order'],
    ['approve', { delay: '-1s' }, 'delay'],
    ['approve', { delay: '1e9' }, 'delay'],
    ['approve', { delay: true }, 'delay'],
    ['approve', { copies: 0 }, 'copies'],
    ['approve', { copies: 1.5 }, 'copies'],
    ['approve', { copies: 1e9 }, 'copies'],
    ['approve', { copies: '2' }, 'copies'],
    ['approve', { hold: 'yes' }, 'hold'],
    ['approve', { payment_method: 1 }, 'payment_method'],
    ['approve', [], 'body'],
    ['approve', null, 'body'],
    ['approve', 1, 'body'],
    ['cancel', { reason: 'x' }, 'reason'],
    ['decline', { reason: 7 }, 'reason'],
    ['decline', { reason: '' }, 'reason'],
    ['decline', { final: 1 }, 'final'],
    ['extend', {}, 'by'],
    ['extend', { by: '-5m' }, 'by'],
    ['extend', { by: 'long' }, 'by'],
  ])('%s with %j is refused, names %s, and changes nothing', async (what, body, name) => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'aggregator');
    const before = (await sandbox.control('checkouts/token-1')).json;
    const answer = await sandbox.control(`checkouts/token-1/${what}`, body, 'POST');
    expect(answer).toMatchObject(invalid);
    expect(answer.json.error.message).toContain(name);
    expect((await sandbox.control('checkouts/token-1')).json).toEqual(before);
  });

  it('No body is an empty one', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    const answer = await sandbox.fetch('/_sandbox/api/checkouts/token-1/expire', { method: 'POST' });
    expect([answer.status, answer.json.status]).toEqual([200, 'expired']);
  });

  it('__proto__ and constructor change no prototype', async () => {
    const sandbox = await freshSandbox();
    const text = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    for (const path of ['settings', 'accounts/demo']) {
      await sandbox.fetch(`/_sandbox/api/${path}`, { method: 'PATCH', body: text });
    }
    expect('polluted' in {}).toBe(false);
  });

  it.each(['in one piece', 'in pieces without a declared length'])(
    'Over 1 MiB, sent %s, is 413',
    async (how) => {
      const sandbox = await freshSandbox();
      const url = await sandbox.listen();
      const bytes = new Uint8Array(1024 * 1024 + 1).fill(32);
      const body = how === 'in one piece' ? bytes : new Blob([bytes]).stream();
      const response = await fetch(`${url}/_sandbox/api/settings`, {
        method: 'PATCH',
        body,
        // Required by `fetch` for a stream body.
        duplex: 'half',
      } as RequestInit);
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ error: { code: 'TOO_LARGE' } });
    },
  );
});
