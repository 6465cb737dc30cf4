import { describe, expect, it } from 'vitest';
import { operations } from '../../src/control-api/operations.ts';
import { namesAt } from '../../src/input/schema-names.ts';
import { freshSandbox } from '../support/fresh.ts';

const filtered = Object.values(operations).filter(
  ({ method, query }) => method !== 'get' && query && namesAt(query, []).includes('account'),
);

describe('An account that does not exist', () => {
  it.each(filtered.map(({ method, path }) => [method, path]))('is refused by %s %s', async (method, path) => {
    const sandbox = await freshSandbox();
    const url = `/_sandbox/api${path}?account=dmo`;
    const answer = await sandbox.fetch(url, { method: method.toUpperCase() });
    expect([answer.status, answer.json.error.message]).toEqual([
      400,
      'account: names no account. Did you mean "demo"?',
    ]);
  });

  it('is refused where failed callbacks are sent again', async () => {
    const sandbox = await freshSandbox();
    const body = { failed_since: '2026-01-15T12:00:00Z', account: 'somebody else' };
    const answer = await sandbox.control('callbacks/resend', body);
    expect([answer.status, answer.json.error.message]).toEqual([400, 'account: names no account.']);
  });

  it.each([
    ['account=', 'account: must not be empty.'],
    ['account=demo&account=demo', 'account: must be given once.'],
  ])('%s is no account to clear', async (query, why) => {
    const sandbox = await freshSandbox();
    await sandbox.control('faults', { effect: { hang: true } });
    const answer = await sandbox.control(`faults?${query}`, undefined, 'DELETE');
    expect([answer.status, answer.json.error.message]).toEqual([400, why]);
    expect((await sandbox.control('faults')).json.data).toHaveLength(1);
  });

  it('has an empty list', async () => {
    const sandbox = await freshSandbox();
    expect((await sandbox.control('transactions?account=dmo')).json).toEqual({ data: [], next: null });
  });
});
