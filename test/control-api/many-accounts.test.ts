import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';
import { watchStatements } from '../support/statements.ts';

async function callWith(sandbox: TestSandbox, token: string, apiKey = 'demo_api_key'): Promise<number> {
  const answer = await sandbox.call('walletA/verify', rightFields['walletA/verify'], { token, apiKey });
  return answer.status;
}

describe('Many accounts', () => {
  it('are not read again for a request without keys, a page or a list', async () => {
    const sandbox = await freshSandbox();
    for (let index = 0; index < 20; index += 1) await sandbox.control('accounts', { id: `tenant-${index}` });
    const ask = async () => {
      await callWith(sandbox, 'nobodys_token');
      await sandbox.fetch('/_sandbox/faults');
      await sandbox.control('accounts');
    };
    await ask();
    await sandbox.control('accounts', { id: 'one-more' });
    const read: string[] = [];
    const end = watchStatements((_connection, sql) => read.push(sql));
    await ask();
    end();
    const ofOneAccount = read.filter((sql) => /from "(access_tokens|whitelist_entries)"/.test(sql));
    // The new account is read once, and the unknown token is looked up.
    expect(ofOneAccount.length).toBeLessThan(8);
  });

  it('keep working when one of them changes: only the renewed token stops', async () => {
    const sandbox = await freshSandbox();
    const made = (await sandbox.control('accounts', { id: 'other' })).json;
    expect(await callWith(sandbox, 'demo_test_token')).toBe(200);
    expect(await callWith(sandbox, made.access_tokens.test, made.api_key)).toBe(200);
    const { json } = await sandbox.control('accounts/demo/renew', { what: 'test' });
    expect(await callWith(sandbox, 'demo_test_token')).toBe(401);
    expect(await callWith(sandbox, json.access_tokens.test)).toBe(200);
    expect(await callWith(sandbox, made.access_tokens.test, made.api_key)).toBe(200);
    const taken = await sandbox.control('accounts', { api_key: made.api_key });
    expect(taken.status).toBe(409);
  });

  it('keep their places in the list when one of them changes', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('accounts', { id: 'second' });
    await sandbox.control(
      'accounts/demo',
      { name: 'Other', ip_whitelist: { entries: ['10.0.0.1'] } },
      'PATCH',
    );
    await sandbox.control('accounts/demo/renew', { what: 'test' });
    const { data } = (await sandbox.control('accounts')).json;
    expect(data.map(({ id, name }: Record<string, string>) => [id, name])).toEqual([
      ['demo', 'Other'],
      ['second', 'second'],
    ]);
    expect(data[0].ip_whitelist.entries).toEqual(['10.0.0.1']);
  });
});
