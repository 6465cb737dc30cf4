import { beforeEach, describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { freshSandbox } from '../support/fresh.ts';
import { codes, expectRefusal, verified, type Wallet, wallets } from '../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';
import { exported, imported } from '../support/snapshot-files.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox({ settings: { profile: 'documented', error: { fields: true } } });
});

async function locked(wallet: Wallet): Promise<Record<string, string>> {
  const right = await verified(sandbox, wallet);
  for (let time = 0; time < 5; time += 1) {
    await sandbox.call(`${wallet}/confirm`, { ...right, code: codes[wallet].wrong });
  }
  return right;
}

describe.each(wallets)('The profile documented maps the codes of %s to INVALID_INPUTS', (wallet) => {
  it('A wrong code', async () => {
    const confirm = { ...(await verified(sandbox, wallet)), code: codes[wallet].wrong };
    expectRefusal(await sandbox.call(`${wallet}/confirm`, confirm), 'INVALID_INPUTS', {
      code: ['is not the code that was sent'],
    });
  });

  it('An expired code', async () => {
    const confirm = await verified(sandbox, wallet);
    await sandbox.control('clock/advance', { by: '5m' });
    expectRefusal(await sandbox.call(`${wallet}/confirm`, confirm), 'INVALID_INPUTS', {
      code: ['has expired'],
    });
  });

  it('An amount that differs', async () => {
    const confirm = { ...(await verified(sandbox, wallet)), amount: '11' };
    expectRefusal(await sandbox.call(`${wallet}/confirm`, confirm), 'INVALID_INPUTS', {
      amount: ['differs from the amount of verify'],
    });
  });

  it('A locked process', async () => {
    expectRefusal(await sandbox.call(`${wallet}/confirm`, await locked(wallet)), 'INVALID_INPUTS', {
      mobile_number: ['is locked after too many wrong codes'],
    });
  });

  it('The codes of the document itself stay', async () => {
    const fields = { ...rightFields[`${wallet}/verify`], amount: '1.234' };
    expectRefusal(await sandbox.call(`${wallet}/verify`, fields), 'INVALID_AMOUNT_FORMAT');
  });
});

describe('The profile', () => {
  const wrongCode = async () => {
    const confirm = { ...(await verified(sandbox, 'walletA')), code: codes.walletA.wrong };
    return sandbox.call('walletA/confirm', confirm);
  };

  it('Can be changed while the sandbox runs: documented brings its codes and its envelope along', async () => {
    await sandbox.control('settings', { profile: 'observed' }, 'PATCH');
    expectRefusal(await wrongCode(), 'INVLIAD_OTP');
    await sandbox.control('settings', { profile: 'documented' }, 'PATCH');
    expect((await wrongCode()).json).toEqual({
      error: { status: 422, code: 'INVALID_INPUTS', message: expect.any(String), fields: expect.any(Object) },
    });
  });

  it('From observed to documented, the three documented members are left', async () => {
    const observed = await freshSandbox();
    await observed.control('settings', { profile: 'documented' }, 'PATCH');
    expect(Object.keys((await observed.call('walletB/verify', {})).json.error)).toEqual([
      'status',
      'code',
      'message',
    ]);
    await observed.stop();
  });

  it('Back from compatible, what it had brought along goes', async () => {
    const observed = await freshSandbox();
    const before = (await observed.control('settings')).json;
    const compatible = (await observed.control('settings', { profile: 'compatible' }, 'PATCH')).json;
    expect(compatible).toEqual({
      ...before,
      profile: 'compatible',
      aggregator: { method_field: 'payment_method' },
      requests: { bodies: 'lenient', query: 'merge' },
      invoice: { ...before.invoice, used: 'completed' },
      mobile: { lenient: true },
      otp: { ...before.otp, repeat_window: '5s' },
      card: { callback: 'browser' },
    });
    expect((await observed.control('settings', { profile: 'observed' }, 'PATCH')).json).toEqual(before);
    expect((await observed.control('settings', { profile: 'documented' }, 'PATCH')).json).toEqual({
      ...before,
      profile: 'documented',
      codes: 'documented',
      error: { fields: false },
    });
  });

  it('What the configuration sets itself stays, whatever the profile', async () => {
    const own = { mobile: { lenient: true }, card: { callback: 'server' } } as const;
    const configured = await freshSandbox({ settings: own });
    for (const profile of ['documented', 'compatible', 'observed']) {
      const { json } = await configured.control('settings', { profile }, 'PATCH');
      expect(json).toMatchObject({ profile, ...own, codes: profile === 'documented' ? profile : 'observed' });
    }
    // What was set at run time is not the configuration's.
    await configured.control('settings', { profile: 'documented', card: { callback: 'both' } }, 'PATCH');
    expect((await configured.control('settings')).json).toMatchObject({ ...own, card: { callback: 'both' } });
  });

  it('Keeps what the configuration names, also with the default of the profile before', async () => {
    const own = { card: { callback: 'both' }, aggregator: { method_field: 'paymet_method' } } as const;
    await using sandbox = await startSandbox({ profile: 'observed', settings: own });
    const compatible = await sandbox.settings.change({ profile: 'compatible' });
    expect(compatible).toMatchObject({ ...own, mobile: { lenient: true } });
    await sandbox.snapshots.save('own');
    expect(await sandbox.settings.change({ profile: 'documented' })).toMatchObject(own);
    await sandbox.snapshots.restore('own');
    expect(await sandbox.settings.read()).toEqual(compatible);
    const file = await (await fetch(`${sandbox.url}/_sandbox/api/snapshots/own/export`)).text();
    expect(file).toContain('"card":{"callback":"both"}');
  });

  it('Brings its defaults along after a snapshot file too, which has all settings', async () => {
    const observed = await freshSandbox();
    await observed.control('snapshots', { name: 'story' });
    const file = await exported(observed);
    const configured = await freshSandbox({ settings: { card: { callback: 'server' } } });
    await imported(configured, file);
    await configured.control('snapshots/story/restore', {});
    expect((await configured.control('settings')).json).toEqual((await observed.control('settings')).json);
    expect((await configured.control('settings', { profile: 'compatible' }, 'PATCH')).json).toMatchObject({
      requests: { bodies: 'lenient', query: 'merge' },
      mobile: { lenient: true },
      aggregator: { method_field: 'payment_method' },
      card: { callback: 'server' },
    });
  });

  it('Changes a setting that was reset to the default of the profile before', async () => {
    const observed = await freshSandbox();
    await observed.control('settings', { card: { callback: 'server' }, codes: 'documented' }, 'PATCH');
    await observed.control('settings', { card: { callback: 'both' } }, 'PATCH');
    const { json } = await observed.control('settings', { profile: 'compatible' }, 'PATCH');
    expect(json).toMatchObject({ card: { callback: 'browser' }, codes: 'documented' });
  });

  it('What is set beside it wins', async () => {
    const { json } = await sandbox.control('settings', { profile: 'observed', codes: 'documented' }, 'PATCH');
    expect(json).toMatchObject({ profile: 'observed', codes: 'documented', error: { fields: true } });
  });
});

describe('error.fields', () => {
  it('Off, an answer has the three documented members alone', async () => {
    await sandbox.control('settings', { error: { fields: false } }, 'PATCH');
    const answer = await sandbox.call('walletB/verify', {});
    expect(answer.status).toBe(422);
    expect(answer.text).toBe(
      '{"error":{"status":422,"code":"INVALID_INPUTS","message":"Some fields are missing or filled out incorrectly."}}',
    );
  });
});
