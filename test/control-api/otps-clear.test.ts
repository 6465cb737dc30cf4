import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { verified } from '../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const clear = (sandbox: TestSandbox, query = '') => sandbox.control(`otps${query}`, undefined, 'DELETE');
const ids = async (sandbox: TestSandbox) =>
  (await sandbox.control('otps')).json.data.map(({ id }: { id: string }) => id);

describe('DELETE otps', () => {
  it('clears the inbox: the list, the newest code and the page are empty', async () => {
    const sandbox = await freshSandbox();
    await verified(sandbox, 'walletA');
    await verified(sandbox, 'walletB');
    const page = async () => (await sandbox.fetch('/_sandbox/inbox')).text;
    expect(await page()).toContain('data-testid="code"');
    expect((await clear(sandbox)).json).toEqual({ removed: true });
    expect(await ids(sandbox)).toEqual([]);
    expect((await sandbox.control('otps/latest?mobile_number=0912345678')).status).toBe(404);
    expect(await page()).not.toContain('data-testid="code"');
  });

  it('A code goes on that the customer has read: it pays, expires and is counted as before', async () => {
    const sandbox = await freshSandbox();
    const confirm = await verified(sandbox, 'walletA');
    await clear(sandbox);
    expect((await sandbox.call('walletA/confirm', { ...confirm, code: '000000' })).json.error.code).toBe(
      'INVLIAD_OTP',
    );
    expect((await sandbox.call('walletA/confirm', confirm)).status).toBe(200);

    const late = await verified(sandbox, 'walletA');
    await clear(sandbox);
    await sandbox.control('clock/advance', { by: '5m' });
    const answer = await sandbox.call('walletA/confirm', { ...late, invoice_no: 'INV-2' });
    expect(answer.json.error.code).toBe('OTP_EXPIRED');
  });

  it('A later code arrives as ever, and a wait is for that one', async () => {
    const sandbox = await freshSandbox();
    await verified(sandbox, 'walletA');
    await clear(sandbox);
    const waiting = sandbox.control('otps/latest?mobile_number=0912345678&wait=10s');
    await verified(sandbox, 'walletA');
    expect((await waiting).json.id).toBe('2');
    expect(await ids(sandbox)).toEqual(['2']);
  });

  it('account: another tenant keeps its inbox', async () => {
    const sandbox = await freshSandbox();
    const { json: other } = await sandbox.control('accounts', { id: 'other' });
    const keys = { token: other.access_tokens.test, apiKey: other.api_key };
    await sandbox.call('walletA/verify', rightFields['walletA/verify'], keys);
    await verified(sandbox, 'walletA');
    await clear(sandbox, '?account=demo');
    expect(await ids(sandbox)).toEqual(['1']);
    await clear(sandbox, '?account=nobody');
    expect(await ids(sandbox)).toEqual(['1']);
    await clear(sandbox);
    expect(await ids(sandbox)).toEqual([]);
  });

  it('Twice in a row is the same as once', async () => {
    const sandbox = await freshSandbox();
    await verified(sandbox, 'walletA');
    expect([(await clear(sandbox)).status, (await clear(sandbox)).status]).toEqual([200, 200]);
    expect(await ids(sandbox)).toEqual([]);
  });
});
