import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FieldPolicy } from '../../src/gateways/fields.ts';
import { walletA } from '../../src/gateways/walletA.ts';
import { walletB } from '../../src/gateways/walletB.ts';
import { type ErrorCode, errorTable, isDocumented } from '../../src/protocol/errors.ts';
import { freshSandbox } from '../support/fresh.ts';
import { codes, expectRefusal, loggedRequest, verified, type Wallet } from '../support/merchant-api.ts';
import { countedIds, rightFields, type TestSandbox } from '../support/sandbox.ts';

const magic = JSON.parse(readFileSync(new URL('../../fixtures/magic.json', import.meta.url), 'utf8'));
const documented = { settings: { profile: 'documented', error: { fields: true } } };

type Row = readonly [wallet: Wallet, value: string, code: ErrorCode];

const numbers = rowsOf('number', magic.mobile_numbers);
const refused = numbers.filter(([, , code]) => code !== undefined);
const silent = numbers.filter(([, , code]) => code === undefined);
const digits = rowsOf('digits', magic.codes);

const verify = (sandbox: TestSandbox, wallet: Wallet, number: string) =>
  sandbox.call(`${wallet}/verify`, { ...rightFields[`${wallet}/verify`], mobile_number: number });
const otps = async (sandbox: TestSandbox) => (await sandbox.control('otps')).json.data;
const neighbor = (value: string) => String(Number(value) + 10).padStart(value.length, '0');

describe('GET magic', () => {
  it('lists the fixtures, all that stands in them and in their order', async () => {
    expect((await (await freshSandbox()).control('magic')).text).toBe(JSON.stringify(magic));
  });

  it('holds what the documents promise', () => {
    expect(Object.keys(magic)).toEqual(['mobile_numbers', 'codes', 'amounts', 'invoice_prefixes']);
    for (const [wallet, number] of numbers)
      expect(number).toMatch(wallet === 'walletA' ? /^09199999\d\d$/ : /^09[14]99999\d\d$/);
    expect(silent.map(([wallet]) => wallet)).toEqual(['walletA', 'walletB', 'walletB']);
    expect(magic.amounts.map(({ amount }: { amount: string }) => amount)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => `400.0${last}`),
    );
  });

  it('has a value for every code that only public clients know', () => {
    const has = new Set<string>([...numbers, ...digits].map(([, , code]) => code));
    const ofClients = Object.keys(errorTable).filter((code) => !isDocumented(code as ErrorCode));
    expect(ofClients.filter((code) => !has.has(code))).toEqual([]);
  });

  it('No value stands in it twice', () => {
    const keys = [...numbers, ...digits].map(([wallet, value]) => `${wallet} ${value}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('Every value lies inside the documented formats', () => {
  const policy: FieldPolicy = {
    lenientMobile: false,
    strictInvoice: true,
    strict: true,
    codeLength: 0,
    isSandbox: () => false,
  };
  const refuse = (wallet: Wallet, name: string, value: string) => {
    const { verifyFields, confirmFields } = { walletA, walletB }[wallet];
    const rule = [...verifyFields, ...confirmFields].find((each) => each.name === name);
    expect(rule?.refuse).toBeDefined();
    return rule?.refuse?.(value, { ...policy, codeLength: codes[wallet].right.length });
  };

  it.each(numbers)('%s %s', (wallet, number) => {
    expect(refuse(wallet, 'mobile_number', number)).toBeUndefined();
    expect(number).toMatch(wallet === 'walletA' ? /^09[13]\d{7}$/ : /^09\d{8}$/);
  });

  it.each(digits)('%s code %s', (wallet, code) => {
    expect(refuse(wallet, 'code', code)).toBeUndefined();
  });

  it.each<string>(magic.invoice_prefixes.map(({ prefix }: { prefix: string }) => prefix))('%s', (prefix) => {
    expect(refuse('walletA', 'invoice_no', `${prefix}1`)).toBeUndefined();
  });
});

describe('Mobile numbers whose verify fails', () => {
  it.each(refused)('%s %s with %s, marked as a fault, and no code is sent', async (wallet, number, code) => {
    const sandbox = await freshSandbox();
    const answer = await verify(sandbox, wallet, number);
    expectRefusal(answer, code);
    expect(answer.headers.get('x-sandbox-fault')).toBe(`magic ${number}`);
    expect((await loggedRequest(sandbox, answer)).fault).toBe(`magic ${number}`);
    expect(await otps(sandbox)).toEqual([]);
    expect((await sandbox.control('events?after=0')).json.data).toMatchObject([
      { type: 'fault.fired', account: 'demo', mobile_number: number, magic: number },
    ]);
  });

  it('Each fails with a code of the documentation alone in the profile documented', async () => {
    const sandbox = await freshSandbox(documented);
    for (const [wallet, number, code] of refused) {
      const answer = await verify(sandbox, wallet, number);
      if (code === 'BACKEND_ERROR') expectRefusal(answer, code);
      else expectRefusal(answer, 'INVALID_INPUTS', { mobile_number: ['is a magic number'] });
    }
  });

  it('The neighbor of each is an ordinary customer', async () => {
    const sandbox = await freshSandbox();
    for (const [wallet, number] of numbers) {
      const answer = await verify(sandbox, wallet, neighbor(number));
      expect([answer.status, answer.headers.get('x-sandbox-fault')]).toEqual([200, null]);
    }
    expect((await sandbox.control('otps?limit=200')).json.data).toHaveLength(numbers.length);
  });

  it('Both are told where a fault is armed too', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('faults', { effect: { delay: '1ms' } });
    const answer = await verify(sandbox, 'walletB', '0949999901');
    expectRefusal(answer, 'NOT_SUBSCRIBED');
    expect(answer.headers.get('x-sandbox-fault')).toBe('fault 1, magic 0949999901');
  });

  it('The 9-digit form, where it is taken, is the same number', async () => {
    const sandbox = await freshSandbox({ settings: { mobile: { lenient: true } } });
    expectRefusal(await verify(sandbox, 'walletB', '949999901'), 'NOT_SUBSCRIBED');
  });

  it('They are customers of no wallet of the aggregator: its checkout starts', async () => {
    const sandbox = await freshSandbox();
    const fields = { ...rightFields['aggregator/confirm'], mobile_number: '0919999901' };
    expect((await sandbox.call('aggregator/confirm', fields)).status).toBe(200);
  });
});

describe('Mobile numbers whose code never arrives', () => {
  it.each(silent)(
    '%s %s: verify answers 200, no code is sent, no code is right, and so many lock the process',
    async (wallet, number) => {
      const sandbox = await freshSandbox();
      const answer = await verify(sandbox, wallet, number);
      expect([answer.status, answer.headers.get('x-sandbox-fault')]).toEqual([200, `magic ${number}`]);
      expect(await otps(sandbox)).toEqual([]);
      const confirm = { process_id: '1000000000001', amount: '10.00', invoice_no: 'INV-1' };
      for (let tries = 1; tries <= 6; tries += 1) {
        const wrong = await sandbox.call(`${wallet}/confirm`, { ...confirm, code: codes[wallet].right });
        if (tries === 6) expectRefusal(wrong, 'PHONE_NUMBER_IS_LOCKED');
        else expectRefusal(wrong, wallet === 'walletA' ? 'INVLIAD_OTP' : 'CONFIRMATION_ERROR');
      }
    },
  );
});

describe('Codes that fail confirm by reason', () => {
  it.each(digits)(
    '%s %s with %s, marked as a fault; the process stays as it is',
    async (wallet, code, error) => {
      const sandbox = await freshSandbox();
      const confirm = await verified(sandbox, wallet);
      const before = await otps(sandbox);
      for (let time = 0; time < 6; time += 1) {
        const answer = await sandbox.call(`${wallet}/confirm`, { ...confirm, code });
        expectRefusal(answer, error);
        expect(answer.headers.get('x-sandbox-fault')).toBe(`magic ${code}`);
      }
      expect(await otps(sandbox)).toEqual(before);
      expect((await sandbox.call(`${wallet}/confirm`, confirm)).status).toBe(200);
    },
  );

  it('Each fails with a code of the documentation alone in the profile documented', async () => {
    const sandbox = await freshSandbox(documented);
    for (const [wallet, code, error] of digits) {
      const answer = await sandbox.call(`${wallet}/confirm`, { ...(await verified(sandbox, wallet)), code });
      if (error === 'BACKEND_ERROR') expectRefusal(answer, error);
      else expectRefusal(answer, 'INVALID_INPUTS', { code: ['is a magic code'] });
    }
  });

  it('The neighbor of each is an ordinary wrong code, and counts as one', async () => {
    const sandbox = await freshSandbox();
    for (const [wallet, code] of digits) {
      const confirm = await verified(sandbox, wallet);
      const answer = await sandbox.call(`${wallet}/confirm`, { ...confirm, code: neighbor(code) });
      expectRefusal(answer, wallet === 'walletA' ? 'INVLIAD_OTP' : 'CONFIRMATION_ERROR');
      expect(answer.headers.get('x-sandbox-fault')).toBeNull();
      expect((await otps(sandbox))[0].attempts).toBe(1);
    }
  });

  it.each(['walletA', 'walletB'] as const)('Generated codes of %s are never magic values', async (wallet) => {
    const listed = digits.filter(([each]) => each === wallet).map(([, code]) => code);
    const drawn = [...listed, codes[wallet].right];
    const sandbox = await freshSandbox({ ids: { ...countedIds(), code: () => drawn.shift() ?? '' } });
    expect((await sandbox.call(`${wallet}/confirm`, await verified(sandbox, wallet))).status).toBe(200);
    expect(drawn).toEqual([]);
  });
});

function rowsOf(value: 'number' | 'digits', rows: readonly Record<string, string>[]): Row[] {
  return rows.map((row) => [row.gateway as Wallet, row[value] ?? '', row.code as ErrorCode]);
}
