import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

async function withOpenCheckout() {
  const sandbox = await freshSandbox();
  await sandbox.call('localbankcards/confirm', rightFields['localbankcards/confirm']);
  await sandbox.call('walletA/verify', rightFields['walletA/verify']);
  return sandbox;
}

describe('Snapshots', () => {
  it('A restore brings everything back as it was, timers and the clock too', async () => {
    const sandbox = await withOpenCheckout();
    const before = (await sandbox.control('checkouts/token-1')).json;
    expect((await sandbox.control('snapshots', { name: 'open' })).status).toBe(201);
    await sandbox.control('checkouts/token-1/cancel', { order: 'return-only' });
    await sandbox.control('clock/advance', { by: '6m' });
    expect((await sandbox.control('otps')).json.data[0].status).toBe('expired');
    expect((await sandbox.control('snapshots/open/restore', {})).json).toEqual({ restored: 'open' });
    expect((await sandbox.control('checkouts/token-1')).json).toEqual(before);
    expect((await sandbox.control('otps')).json.data[0].status).toBe('active');
    expect((await sandbox.control('callbacks')).json.data).toEqual([]);
    await sandbox.control('clock/advance', { by: '5m' });
    expect((await sandbox.control('otps')).json.data[0].status).toBe('expired');
  });

  it('Counters go on from where they were, and event ids never fall', async () => {
    const sandbox = await withOpenCheckout();
    await sandbox.control('snapshots', { name: 'one' });
    const confirm = (invoice: string) =>
      sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], invoice_no: invoice });
    await confirm('INV-2');
    const cursor = Number((await sandbox.control('events')).json.cursor);
    await sandbox.control('snapshots/one/restore', {});
    await confirm('INV-3');
    const [newest] = (await sandbox.control('transactions')).json.data;
    expect(newest).toMatchObject({ transaction_id: '100002', invoice_no: 'INV-3' });
    const { data } = (await sandbox.control(`events?after=${cursor}`)).json;
    expect(data.map(({ type }: { type: string }) => type)).toContain('snapshot.restored');
    expect(data.every(({ id }: { id: string }) => Number(id) > cursor)).toBe(true);
  });

  it('Settings, accounts and keys come back; a renewed token stops working again', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('snapshots', { name: 'keys' });
    await sandbox.control('settings', { maintenance_mode: true }, 'PATCH');
    const { access_tokens: tokens } = (await sandbox.control('accounts/demo/renew', { what: 'test' })).json;
    await sandbox.control('snapshots/keys/restore', {});
    expect((await sandbox.control('settings')).json.maintenance_mode).toBe(false);
    const verify = (token: string) =>
      sandbox.call('walletA/verify', rightFields['walletA/verify'], { token });
    expect((await verify('demo_test_token')).status).toBe(200);
    expect((await verify(tokens.test)).status).toBe(401);
  });

  it('A reset leaves them; the same name is replaced; a removed one is gone', async () => {
    const sandbox = await withOpenCheckout();
    await sandbox.control('snapshots', { name: 'kept' });
    await sandbox.control('reset', {});
    await sandbox.control('snapshots/kept/restore', {});
    expect((await sandbox.control('transactions')).json.data).toHaveLength(1);
    await sandbox.control('reset', {});
    await sandbox.control('snapshots', { name: 'kept' });
    await sandbox.control('snapshots/kept/restore', {});
    expect((await sandbox.control('transactions')).json.data).toHaveLength(0);
    expect((await sandbox.control('snapshots')).json.data).toHaveLength(1);
    expect((await sandbox.control('snapshots/kept', undefined, 'DELETE')).status).toBe(200);
    expect((await sandbox.control('snapshots/kept/restore', {})).status).toBe(404);
  });

  it.each(['', '../x', 'a/b', 'a b', 'x'.repeat(65)])('The name %j is refused', async (name) => {
    const sandbox = await freshSandbox();
    const refused = await sandbox.control('snapshots', { name });
    expect(refused.status).toBe(400);
    expect(refused.json.error.message).toMatch(/^name: /);
  });
});
