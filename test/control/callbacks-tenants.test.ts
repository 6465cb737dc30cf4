import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

describe('A tenant waits for and lists what is its own', () => {
  it('settled and the list of checkouts keep to the account that is named', async () => {
    const sandbox = await freshSandbox();
    const tenant = (await sandbox.control('accounts', { id: 'tenant' })).json;
    const keys = { token: tenant.access_tokens.test, apiKey: tenant.api_key };
    const fields = { ...rightFields['localbankcards/confirm'], return_url: 'http://127.0.0.1:1/return' };
    await sandbox.call('localbankcards/confirm', fields);
    await sandbox.call('localbankcards/confirm', fields, keys);
    const listed = (await sandbox.control('checkouts?account=tenant')).json.data;
    expect(listed.map(({ id, account }: { id: string; account: string }) => [id, account])).toEqual([
      ['token-2', 'tenant'],
    ]);
    await sandbox.control('checkouts/token-1/approve', { delay: '1h' });
    expect((await sandbox.control('callbacks/settled?account=tenant', {})).json).toEqual({ settled: true });
    expect((await sandbox.control('callbacks/settled?account=demo', {})).json.error.code).toBe('NOT_SETTLED');
    expect((await sandbox.control('callbacks/settled', {})).status).toBe(409);
  });
});
