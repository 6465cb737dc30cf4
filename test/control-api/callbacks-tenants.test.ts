import { describe, expect, it } from 'vitest';
import { paid } from '../support/checkouts.ts';
import { freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { type Answer, rightFields } from '../support/sandbox.ts';

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

describe('POST callbacks/settled?transaction_id=…', () => {
  it('waits for one transaction alone: what another’s merchant refuses is no matter', async () => {
    const sandbox = await freshSandbox();
    const held = await paid(sandbox, 'http://127.0.0.1:1/callback', { delay: '1h' }, 'SLOW');
    const merchant = await freshRawMerchant();
    const sent = await paid(sandbox, `${merchant.url}/callback`, {}, 'FAST');
    const ask = async ({ json }: Answer) =>
      (await sandbox.control(`callbacks/settled?wait=5s&transaction_id=${json.transaction_id}`, {})).json;
    expect(await ask(sent)).toEqual({ settled: true });
    const [id] = held.json.callbacks;
    await sandbox.control(`callbacks/${id}/hold`, {});
    expect(await ask(held)).toEqual({ settled: true });
  });

  it('one that is pending is told, and a transaction of no number is 404', async () => {
    const sandbox = await freshSandbox();
    const { json } = await paid(sandbox, 'http://127.0.0.1:1/callback', { delay: '1h' });
    const ask = (id: string) => sandbox.control(`callbacks/settled?transaction_id=${id}`, {});
    expect((await ask(json.transaction_id)).json.error.message).toMatch(
      /^Still pending: callback 1 of "INV-1"/,
    );
    expect((await ask('x')).status).toBe(404);
    expect((await ask('424242')).json.error.message).toBe('There is no transaction "424242".');
    await sandbox.control('accounts', { id: 'tenant' });
    expect((await ask(`${json.transaction_id}&account=tenant`)).status).toBe(404);
  });
});
