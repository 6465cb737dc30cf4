import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { codes, expectRefusal, verified, type Wallet, wallets } from '../support/merchant-api.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const live = { token: 'demo_live_token' };
const wrongCode = { walletA: 'INVLIAD_OTP', walletB: 'CONFIRMATION_ERROR' } as const;
const unknownProcess = { process_id: ['is unknown or already confirmed'] };

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

async function wrongCodes(wallet: Wallet, times: number): Promise<Record<string, string>> {
  const right = await verified(sandbox, wallet);
  for (let time = 0; time < times; time += 1) {
    const answer = await sandbox.call(`${wallet}/confirm`, { ...right, code: codes[wallet].wrong });
    expectRefusal(answer, wrongCode[wallet]);
  }
  return right;
}

describe.each(wallets)('The process of %s', (wallet) => {
  it('Has one success: confirm again is refused, with the same or a new invoice', async () => {
    const right = await verified(sandbox, wallet);
    expect((await sandbox.call(`${wallet}/confirm`, right)).status).toBe(200);
    for (const invoice_no of ['INV-1', 'INV-2']) {
      const again = await sandbox.call(`${wallet}/confirm`, { ...right, invoice_no });
      expectRefusal(again, 'INVALID_INPUTS', unknownProcess);
    }
    expect((await sandbox.control('transactions')).json.data).toHaveLength(1);
  });

  it('A wrong code again after success is no wrong code either: the process is over', async () => {
    const right = await verified(sandbox, wallet);
    await sandbox.call(`${wallet}/confirm`, right);
    const again = await sandbox.call(`${wallet}/confirm`, { ...right, code: codes[wallet].wrong });
    expectRefusal(again, 'INVALID_INPUTS', unknownProcess);
  });

  it.each(
    [
      [
        '1000000000002',
        '1000000000001 ',
        ' 1000000000001',
        '01000000000001',
        '1000000000001.0',
        '+1000000000001',
      ],
      [
        '1'.repeat(40),
        '1e12',
        '9007199254740993',
        '0x1',
        'abc',
        '-1',
        '1000000000001\n',
        '１０００００００００００１',
      ],
    ].flat(),
  )('process_id %j is compared as text and is unknown', async (process_id) => {
    const right = await verified(sandbox, wallet);
    const answer = await sandbox.call(`${wallet}/confirm`, { ...right, process_id });
    expectRefusal(answer, 'INVALID_INPUTS', unknownProcess);
  });

  it('The process of another gateway, mode or account is as unknown as any', async () => {
    const { json: other } = await sandbox.control('accounts', { id: 'other' });
    const right = await verified(sandbox, wallet);
    const otherWallet = wallet === 'walletA' ? 'walletB' : 'walletA';
    const asOther = { token: other.access_tokens.test, apiKey: other.api_key };
    const answers = [
      await sandbox.call(`${otherWallet}/confirm`, { ...right, code: codes[otherWallet].right }),
      await sandbox.call(`${wallet}/confirm`, right, live),
      await sandbox.call(`${wallet}/confirm`, right, asOther),
    ];
    for (const answer of answers) expectRefusal(answer, 'INVALID_INPUTS', unknownProcess);
    expect((await sandbox.call(`${wallet}/confirm`, right)).status).toBe(200);
  });

  it('The right code in the last moment of its 5 minutes pays', async () => {
    const right = await verified(sandbox, wallet);
    await sandbox.control('clock/advance', { by: 5 * 60_000 - 1 });
    expect((await sandbox.call(`${wallet}/confirm`, right)).status).toBe(200);
  });

  it('The right code after 5 minutes is OTP_EXPIRED', async () => {
    const right = await verified(sandbox, wallet);
    await sandbox.control('clock/advance', { by: '5m' });
    expectRefusal(await sandbox.call(`${wallet}/confirm`, right), 'OTP_EXPIRED');
    expect((await sandbox.control('otps')).json.data[0].status).toBe('expired');
    expect((await sandbox.control('transactions')).json.data).toEqual([]);
  });

  it('A wrong code after 5 minutes is a wrong code', async () => {
    const right = await verified(sandbox, wallet);
    await sandbox.control('clock/advance', { by: '5m' });
    const answer = await sandbox.call(`${wallet}/confirm`, { ...right, code: codes[wallet].wrong });
    expectRefusal(answer, wrongCode[wallet]);
  });

  it('Four wrong codes leave it open', async () => {
    const right = await wrongCodes(wallet, 4);
    expect((await sandbox.control('otps')).json.data[0]).toMatchObject({ attempts: 4, status: 'active' });
    expect((await sandbox.call(`${wallet}/confirm`, right)).status).toBe(200);
  });

  it('Five wrong codes lock it: then the right code is PHONE_NUMBER_IS_LOCKED too', async () => {
    const right = await wrongCodes(wallet, 5);
    expect((await sandbox.control('otps')).json.data[0]).toMatchObject({ attempts: 5, status: 'locked' });
    expectRefusal(await sandbox.call(`${wallet}/confirm`, right), 'PHONE_NUMBER_IS_LOCKED');
    expect((await sandbox.control('transactions')).json.data).toEqual([]);
  });

  it('After a lock a new verify for the same number works', async () => {
    await wrongCodes(wallet, 5);
    expect((await sandbox.call(`${wallet}/confirm`, await verified(sandbox, wallet))).status).toBe(200);
  });

  it('A new verify for the same number supersedes the earlier code, which is a wrong code from then on', async () => {
    const first = await verified(sandbox, wallet);
    const second = await verified(sandbox, wallet);
    expectRefusal(await sandbox.call(`${wallet}/confirm`, first), wrongCode[wallet]);
    const statuses = (await sandbox.control('otps')).json.data.map(
      ({ status }: { status: string }) => status,
    );
    expect(statuses).toEqual(['active', 'superseded']);
    expect((await sandbox.call(`${wallet}/confirm`, second)).status).toBe(200);
  });

  it('A verify for another number, mode or account supersedes nothing', async () => {
    const first = await verified(sandbox, wallet);
    await verified(sandbox, wallet, { mobile_number: '0913333333' });
    await verified(sandbox, wallet, {}, live);
    const { json: other } = await sandbox.control('accounts', { id: 'other' });
    await verified(sandbox, wallet, {}, { token: other.access_tokens.test, apiKey: other.api_key });
    expect((await sandbox.call(`${wallet}/confirm`, first)).status).toBe(200);
  });

  it('otp.attempts is the number of wrong codes that lock it', async () => {
    await sandbox.control('settings', { otp: { attempts: 1 } }, 'PATCH');
    expectRefusal(
      await sandbox.call(`${wallet}/confirm`, await wrongCodes(wallet, 1)),
      'PHONE_NUMBER_IS_LOCKED',
    );
  });

  it('otp.resend_wait makes a new verify for the same number wait: TOO_MAY_REQUESTS with Retry-After', async () => {
    await sandbox.control('settings', { otp: { resend_wait: '30s' } }, 'PATCH');
    await verified(sandbox, wallet);
    await sandbox.control('clock/advance', { by: 10_500 });
    const number = wallet === 'walletA' ? '0912345678' : '0945678901';
    const early = { mobile_number: number, birth_year: '1990', amount: '10.00' };
    const refused = await sandbox.call(`${wallet}/verify`, early);
    expectRefusal(refused, 'TOO_MAY_REQUESTS');
    expect(refused.headers.get('retry-after')).toBe('20');
    await sandbox.control('clock/advance', { by: 19_500 });
    expect((await sandbox.call(`${wallet}/verify`, early)).status).toBe(200);
  });

  it('otp.policy fixed gives each number its code, * for all others', async () => {
    const policy = { policy: 'fixed', codes: { '0913333333': '777777', '*': '888888' } };
    await sandbox.control('settings', { otp: policy }, 'PATCH');
    await verified(sandbox, wallet, { mobile_number: '0913333333' });
    await verified(sandbox, wallet);
    const sent = (await sandbox.control('otps')).json.data.map(({ code }: { code: string }) => code);
    const length = codes[wallet].right.length;
    expect(sent).toEqual(['8'.repeat(length), '7'.repeat(length)]);
  });
});
