import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const verify = (sandbox: TestSandbox, fields = {}) =>
  sandbox.call('walletA/verify', { ...rightFields['walletA/verify'], ...fields });

describe('GET otps', () => {
  it('shows a code whole, newest first', async () => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    const { data, next } = (await sandbox.control('otps')).json;
    expect(next).toBeNull();
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['2', '1']);
    expect(data[1]).toEqual({
      id: '1',
      account: 'demo',
      mode: 'test',
      gateway: 'walletA',
      mobile_number: '0912345678',
      code: '123456',
      process_id: '1000000000001',
      amount: '10.00',
      status: 'active',
      attempts: 0,
      created_at: '2026-01-15T12:00:00.000Z',
      expires_at: '2026-01-15T12:05:00.000Z',
      message: { ar: expect.stringContaining('123456'), en: expect.stringContaining('123456') },
    });
  });

  it.each([
    ['mobile_number=0945678901', ['2']],
    ['gateway=walletA', ['1']],
    ['process_id=1000000000002', ['2']],
    ['status=active', ['2', '1']],
    ['status=used', []],
    ['account=demo', ['2', '1']],
    ['account=other', []],
    ['gateway=walletA&mobile_number=0945678901', []],
    ['limit=1', ['2']],
    ['limit=1&cursor=2', ['1']],
  ])('filtered by %s has %j', async (query, ids) => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    const { data } = (await sandbox.control(`otps?${query}`)).json;
    expect(data.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  it('A code whose time is over is expired, and one that a newer verify replaced is superseded', async () => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    await verify(sandbox);
    const statuses = async () =>
      (await sandbox.control('otps')).json.data.map(({ status }: { status: string }) => status);
    expect(await statuses()).toEqual(['active', 'superseded']);
    await sandbox.control('clock/advance', { by: '299999ms' });
    expect(await statuses()).toEqual(['active', 'superseded']);
    await sandbox.control('clock/advance', { by: '1ms' });
    expect(await statuses()).toEqual(['expired', 'superseded']);
  });
});

describe('GET otps/latest', () => {
  it('gives the newest active code at once', async () => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    await verify(sandbox);
    const { status, json } = await sandbox.control('otps/latest?mobile_number=0912345678&wait=10s');
    expect([status, json.id, json.status]).toEqual([200, '2', 'active']);
  });

  it('takes the 9-digit form of the number for the same phone', async () => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    expect((await sandbox.control('otps/latest?mobile_number=912345678')).json.id).toBe('1');
  });

  it('waits for a code that has not arrived yet', async () => {
    const sandbox = await freshSandbox();
    const waiting = sandbox.control('otps/latest?mobile_number=0912345678&wait=10s');
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    await verify(sandbox);
    expect(await waiting).toMatchObject({
      status: 200,
      json: { mobile_number: '0912345678', code: '123456' },
    });
  });

  it('waits for a new code where the last one is over', async () => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    await sandbox.control('otps/1/expire', {});
    const waiting = sandbox.control('otps/latest?mobile_number=0912345678&wait=10s');
    await verify(sandbox);
    expect((await waiting).json.id).toBe('2');
  });

  it.each(['', '&wait=0s', '&wait=20ms'])('is 404 when the wait%s is over', async (wait) => {
    const sandbox = await freshSandbox();
    expect(await sandbox.control(`otps/latest?mobile_number=0912345678${wait}`)).toMatchObject({
      status: 404,
      json: { error: { code: 'NOT_FOUND' } },
    });
  });

  it('needs a mobile_number', async () => {
    const sandbox = await freshSandbox();
    const answer = await sandbox.control('otps/latest');
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'INVALID_REQUEST' } } });
    expect(answer.json.error.message).toContain('mobile_number');
  });
});

describe('POST otps/:id/…', () => {
  const confirm = (sandbox: TestSandbox, code = '123456') =>
    sandbox.call('walletA/confirm', {
      process_id: '1000000000001',
      code,
      amount: '10.00',
      invoice_no: 'INV-1',
    });

  it('expire: the right code is too late', async () => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    expect((await sandbox.control('otps/1/expire', {})).json.status).toBe('expired');
    expect((await confirm(sandbox)).json.error.code).toBe('OTP_EXPIRED');
  });

  it('lock: the process is locked', async () => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    expect((await sandbox.control('otps/1/lock', {})).json.status).toBe('locked');
    expect((await confirm(sandbox)).json.error.code).toBe('PHONE_NUMBER_IS_LOCKED');
  });

  it('resend: a new code of the same process supersedes the old one, and pays', async () => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    const { status, json } = await sandbox.control('otps/1/resend', {});
    expect([status, json.id, json.process_id, json.status]).toEqual([201, '2', '1000000000001', 'active']);
    expect((await sandbox.control('otps')).json.data[1].status).toBe('superseded');
    expect((await confirm(sandbox)).status).toBe(200);
  });

  it.each(['expire', 'lock', 'resend'])('%s of a code that is used is 409 ALREADY_DECIDED', async (what) => {
    const sandbox = await freshSandbox();
    await verify(sandbox);
    expect((await confirm(sandbox)).status).toBe(200);
    const before = (await sandbox.control('otps')).json;
    expect(await sandbox.control(`otps/1/${what}`, {})).toMatchObject({
      status: 409,
      json: { error: { code: 'ALREADY_DECIDED' } },
    });
    expect((await sandbox.control('otps')).json).toEqual(before);
  });
});
