import { describe, expect, it } from 'vitest';
import { startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { countedIds, merchantCall, rightFields, type TestSandbox } from '../support/sandbox.ts';

const rounds = Array.from({ length: 20 }, (_, index) => index);
const fifty = Array.from({ length: 50 }, (_, index) => index);

interface Outcome {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
}

async function post(url: string, init: RequestInit): Promise<Outcome> {
  const response = await fetch(url, init);
  return { status: response.status, json: await response.json() };
}

function confirm(url: string, fields: Readonly<Record<string, string>>): Promise<Outcome> {
  return post(`${url}/api/v1/transaction/walletA/confirm`, merchantCall({ amount: '10.00', ...fields }));
}

async function verified(sandbox: TestSandbox, mobileNumber = '0912345678'): Promise<string> {
  const fields = { ...rightFields['walletA/verify'], mobile_number: mobileNumber };
  return String((await sandbox.call('walletA/verify', fields)).json.result.process_id);
}

async function completed(sandbox: TestSandbox): Promise<Record<string, string>[]> {
  return (await sandbox.control('transactions?status=completed')).json.data;
}

describe('P7: exactly one completion, however many ask at once over a real socket', () => {
  it('50 parallel confirms of one process: one 200, in each of 20 rounds', async () => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    for (const round of rounds) {
      const processId = await verified(sandbox);
      const answers = await Promise.all(
        fifty.map((each) =>
          confirm(url, { process_id: processId, code: '123456', invoice_no: `INV-${round}-${each}` }),
        ),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      for (const { status, json } of answers) {
        if (status === 200) continue;
        expect([status, Object.keys(json.error.fields)]).toEqual([422, ['process_id']]);
      }
      const all = await completed(sandbox);
      expect(all).toHaveLength(round + 1);
      expect(all[0]?.transaction_id).toBe(String(winners[0]?.json.result.transaction_id));
    }
  }, 60_000);

  it('50 processes for one invoice: one 200, in each of 20 rounds', async () => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    for (const round of rounds) {
      const processes = await Promise.all(
        fifty.map((each) => verified(sandbox, `09123456${String(each).padStart(2, '0')}`)),
      );
      const answers = await Promise.all(
        processes.map((id) => confirm(url, { process_id: id, code: '123456', invoice_no: `INV-${round}` })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, json } of answers) {
        if (status === 200) continue;
        expect([status, json.error.fields]).toEqual([422, { invoice_no: ['has been used before'] }]);
      }
      expect(await completed(sandbox)).toHaveLength(round + 1);
    }
  }, 60_000);

  it('50 confirms of one invoice on all checkout gateways: one checkout, in each of 20 rounds', async () => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    const gateways = ['localbankcards', 'cardgw', 'aggregator'] as const;
    for (const round of rounds) {
      const answers = await Promise.all(
        fifty.map((each) => {
          const path = `${gateways[each % 3] ?? 'cardgw'}/confirm` as const;
          const fields = { ...rightFields[path], invoice_no: `INV-${round}` };
          return post(`${url}/api/v1/transaction/${path}`, merchantCall(fields));
        }),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await sandbox.control('transactions')).json.data).toHaveLength(round + 1);
    }
  }, 60_000);

  it('50 parallel approve and cancel of one checkout: one winner, and the callbacks that it owes, in each of 20 rounds', async () => {
    let tokens = 0;
    // The 50 race for the whole of one turn: whoever comes first differs from round to round.
    const sandbox = await freshSandbox({ ids: { ...countedIds(), token: () => `checkout${++tokens}` } });
    const merchant = await freshMerchant();
    const url = await sandbox.listen();
    for (const round of rounds) {
      const token = await startCheckout(sandbox, 'aggregator', {
        invoice_no: `INV-${round}`,
        callback_url: merchant.url,
      });
      const first = round % 2;
      const answers = await Promise.all(
        fifty.map((each) =>
          post(`${url}/_sandbox/api/checkouts/${token}/${each % 2 === first ? 'approve' : 'cancel'}`, {
            method: 'POST',
          }),
        ),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      for (const { status, json } of answers) {
        if (status !== 200) expect([status, json.error.code]).toEqual([409, 'ALREADY_DECIDED']);
      }
      const { status } = winners[0]?.json ?? {};
      const { data } = (await sandbox.control(`callbacks?invoice_no=INV-${round}`)).json;
      expect([status, data.length]).toEqual(status === 'completed' ? ['completed', 1] : ['canceled', 0]);
      const [transaction] = (await sandbox.control(`transactions?invoice_no=INV-${round}`)).json.data;
      expect(transaction.status).toBe(status);
    }
  }, 60_000);

  it('50 wrong codes at once: 5 are counted, and the process is locked', async () => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    const processId = await verified(sandbox);
    const answers = await Promise.all(
      fifty.map((each) => confirm(url, { process_id: processId, code: '000000', invoice_no: `INV-${each}` })),
    );
    const codes = answers.map(({ json }) => json.error.code);
    expect(codes.filter((code) => code === 'INVLIAD_OTP')).toHaveLength(5);
    expect(codes.filter((code) => code === 'PHONE_NUMBER_IS_LOCKED')).toHaveLength(45);
    expect((await sandbox.control('otps')).json.data).toMatchObject([{ status: 'locked', attempts: 5 }]);
  });
});

describe('Invariants after all of that', () => {
  it("I8: the journal's ids rise without repeats, and each completion is told once", async () => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    const processId = await verified(sandbox);
    await Promise.all(
      fifty.map((each) => confirm(url, { process_id: processId, code: '123456', invoice_no: `INV-${each}` })),
    );
    const { data } = (await sandbox.control('events?limit=200')).json;
    const ids = data.map(({ id }: { id: string }) => Number(id));
    expect(ids).toEqual(ids.map((_: number, index: number) => index + 1));
    const types = data.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['otp.sent', 'otp.used', 'transaction.completed']);
  });
});
