import { describe, expect, it } from 'vitest';
import { advance } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';
import { codes, expectRefusal, verified, type Wallet, wallets } from '../support/merchant-api.ts';
import { differentCodes, type TestSandbox } from '../support/sandbox.ts';

function fresh(window: string, otp = {}) {
  return freshSandbox({ settings: { otp: { repeat_window: window, ...otp } }, ids: differentCodes() });
}

async function inbox(sandbox: TestSandbox): Promise<[code: string, status: string][]> {
  const { json } = await sandbox.control('otps');
  return json.data.map(({ code, status }: { code: string; status: string }) => [code, status]).toReversed();
}

const sixOf = (digit: number) => String(digit).repeat(6);

async function verify(sandbox: TestSandbox, wallet: Wallet = 'walletA') {
  const { code: _, ...process } = await verified(sandbox, wallet);
  return process;
}

describe('otp.repeat_window: a second verify within it', () => {
  it.each(wallets)(
    '%s: sends the first code again, and either process is confirmed with it',
    async (wallet) => {
      for (const which of [0, 1]) {
        const sandbox = await fresh('5s');
        const processes = [await verify(sandbox, wallet), await verify(sandbox, wallet)];
        const code = '1'.repeat(codes[wallet].right.length);
        expect(await inbox(sandbox)).toEqual([
          [code, 'active'],
          [code, 'active'],
        ]);
        const paid = await sandbox.call(`${wallet}/confirm`, { ...processes[which], code });
        expect(paid.status).toBe(200);
        // A code pays only once.
        const again = await sandbox.call(`${wallet}/confirm`, {
          ...processes[1 - which],
          invoice_no: 'INV-2',
          code,
        });
        expect(again.status).toBe(400);
        expect((await inbox(sandbox)).map(([, status]) => status).toSorted()).toEqual(['superseded', 'used']);
      }
    },
  );

  it('names the setting in X-Sandbox-Assumption where it decided', async () => {
    const sandbox = await fresh('5s');
    const verifyAgain = () =>
      sandbox.call('walletB/verify', { mobile_number: '0945678901', amount: '10.00' });
    expect((await verifyAgain()).headers.get('x-sandbox-assumption')).not.toContain('otp.repeat_window');
    expect((await verifyAgain()).headers.get('x-sandbox-assumption')).toContain('otp.repeat_window');
  });

  it('counts from the first code, whatever was repeated since', async () => {
    const sandbox = await fresh('5s');
    await verify(sandbox);
    await advance(sandbox, '4s');
    await verify(sandbox);
    await advance(sandbox, '1s');
    const third = await verify(sandbox);
    expect(await inbox(sandbox)).toEqual([
      [sixOf(1), 'superseded'],
      [sixOf(1), 'superseded'],
      [sixOf(2), 'active'],
    ]);
    expectRefusal(await sandbox.call('walletA/confirm', { ...third, code: sixOf(1) }), 'INVLIAD_OTP');
  });

  it('another number, another gateway and an expired code get a code of their own', async () => {
    const sandbox = await fresh('1m', { lifetime: '2s' });
    await verify(sandbox);
    await verified(sandbox, 'walletA', { mobile_number: '0912345670' });
    await verified(sandbox, 'walletB', { mobile_number: '0912345678' });
    await advance(sandbox, '2s');
    await verify(sandbox);
    expect((await inbox(sandbox)).map(([code]) => code)).toEqual([sixOf(1), sixOf(2), '3333', sixOf(4)]);
  });

  it('a resend from the inbox still sends a new code, which replaces all before', async () => {
    const sandbox = await fresh('5s');
    await verify(sandbox);
    await verify(sandbox);
    await sandbox.control('otps/1/resend', {});
    expect(await inbox(sandbox)).toEqual([
      [sixOf(1), 'superseded'],
      [sixOf(1), 'superseded'],
      [sixOf(2), 'active'],
    ]);
  });

  it('otp.resend_wait refuses it all the same', async () => {
    const sandbox = await fresh('5s', { resend_wait: '3s' });
    await verify(sandbox);
    const answer = await sandbox.call('walletA/verify', {
      mobile_number: '0912345678',
      birth_year: '1990',
      amount: '10.00',
    });
    expectRefusal(answer, 'TOO_MAY_REQUESTS');
  });
});

describe('otp.repeat_window 0s, the default', () => {
  it('a second verify sends a new code, which replaces the first', async () => {
    const sandbox = await fresh('0s');
    const first = await verify(sandbox);
    await verify(sandbox);
    expect(await inbox(sandbox)).toEqual([
      [sixOf(1), 'superseded'],
      [sixOf(2), 'active'],
    ]);
    expectRefusal(await sandbox.call('walletA/confirm', { ...first, code: sixOf(1) }), 'INVLIAD_OTP');
  });
});
