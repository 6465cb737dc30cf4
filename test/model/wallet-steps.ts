import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  countWrong,
  isInvoiceUsed,
  type Mode,
  type Model,
  nextTransactionId,
  type Process,
  sendCode,
  type Wallet,
} from './model.ts';
import { fromNewest, placeWords, type Step, step } from './step.ts';

const right = { walletA: '123456', walletB: '1234' };
const refusals = {
  walletA: { wrong: 'INVLIAD_OTP', amount: 'INVALID_INVOICE_AMOUNT_OR_NUMBER' },
  walletB: { wrong: 'CONFIRMATION_ERROR', amount: 'INVALID_INPUTS amount' },
};

const wallet = fc.constantFrom<Wallet>('walletA', 'walletB');
const mode = fc.constantFrom<Mode>('test', 'test', 'live');
const place = fc.nat(2);
export const invoice = fc.constantFrom('INV-1', 'INV-2', 'INV-3', 'INV-4', 'INV-5', 'INV-6');

/** A fault takes precedence over all field rules. */
export function takeFault({ stored }: Model, gateway: string): boolean {
  const at = stored.faults.indexOf(gateway);
  if (at >= 0) stored.faults.splice(at, 1);
  return at >= 0;
}

const verify = fc
  .tuple(wallet, mode, fc.constantFrom('0912345678', '0932345678'))
  .map(([token, asked, number]) =>
    step(`${token}: verify ${number} in ${asked} mode`, async (model, world) => {
      const fields = { mobile_number: number, birth_year: '1990', amount: '10.00' };
      const { said, json } = await world.call(`${token}/verify`, asked, fields);
      assert.equal(said, takeFault(model, token) ? 'BACKEND_ERROR' : '200');
      if (said !== '200') return;
      const id = String(json.result.process_id);
      const process: Process = {
        id,
        wallet: token,
        mode: asked,
        number,
        codes: [],
        status: 'open',
        wrong: 0,
      };
      model.stored.processes.push(process);
      sendCode(model.stored, process);
    }),
  );

interface Confirm {
  readonly place: number;
  readonly invoice: string;
  readonly code: 'right' | 'right' | 'wrong';
  readonly amount: '10' | '11.00';
  readonly ownMode: boolean;
}

const often = <Value>(usual: Value, other: Value) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 5 }, { arbitrary: fc.constant(other), weight: 1 });

const confirm = fc
  .record<Confirm>({
    place,
    invoice,
    code: fc.constantFrom('right', 'right', 'wrong'),
    amount: often<'10' | '11.00'>('10', '11.00'),
    ownMode: often(true, false),
  })
  .map((asked) =>
    step(
      `confirm ${placeWords(asked.place)} process with the ${asked.code} code for ${asked.invoice} over ${asked.amount}${asked.ownMode ? '' : ", with the other mode's token"}`,
      async (model, world) => {
        const process = fromNewest(model.stored.processes, asked.place);
        const { said } = await world.call(`${process.wallet}/confirm`, modeOf(process, asked), {
          process_id: process.id,
          code: asked.code === 'right' ? right[process.wallet] : right[process.wallet].replace('1', '9'),
          amount: asked.amount,
          invoice_no: asked.invoice,
        });
        assert.equal(said, confirmAnswer(model, process, asked));
      },
      ({ stored }) => stored.processes.length > 0,
    ),
  );

function modeOf(process: Process, { ownMode }: Confirm): Mode {
  if (ownMode) return process.mode;
  return process.mode === 'test' ? 'live' : 'test';
}

/** The expected answer of confirm. Updates the model accordingly. */
function confirmAnswer(model: Model, process: Process, asked: Confirm): string {
  const { stored } = model;
  const { wallet: token } = process;
  if (takeFault(model, token)) return 'BACKEND_ERROR';
  if (!asked.ownMode || process.status === 'confirmed') return 'INVALID_INPUTS process_id';
  const last = process.codes.at(-1);
  if (process.status === 'locked' || last?.status === 'locked') return 'PHONE_NUMBER_IS_LOCKED';
  if (asked.amount !== '10') return refusals[token].amount;
  const current = last?.status === 'superseded' ? undefined : last;
  if (asked.code === 'wrong' || !current) {
    countWrong(process, current);
    return refusals[token].wrong;
  }
  if (current.status !== 'active') return 'OTP_EXPIRED';
  if (isInvoiceUsed(stored, process.mode, asked.invoice)) return 'INVALID_INPUTS invoice_no';
  const { mode: of } = process;
  const id = nextTransactionId(stored);
  stored.payments.push({ id, gateway: token, mode: of, invoice: asked.invoice, status: 'completed' });
  process.status = 'confirmed';
  current.status = 'used';
  return '200';
}

const changeCode = fc
  .tuple(fc.constantFrom('expire' as const, 'lock' as const, 'resend' as const), place)
  .map(([verb, at]) =>
    step(
      `${verb} the code of ${placeWords(at)} process`,
      async (model, world) => {
        const process = fromNewest(model.stored.processes, at);
        const code = process.codes.at(-1);
        assert.ok(code);
        const isDone = verb === 'resend' ? process.status === 'open' : code.status === 'active';
        await world.control(`otps/${code.id}/${verb}`, statusOf(verb, isDone));
        if (!isDone) return;
        if (verb === 'resend') sendCode(model.stored, process);
        else code.status = verb === 'lock' ? 'locked' : 'expired';
        if (verb === 'lock') process.status = 'locked';
      },
      ({ stored }) => stored.processes.length > 0,
    ),
  );

function statusOf(verb: string, isDone: boolean): number {
  if (!isDone) return 409;
  return verb === 'resend' ? 201 : 200;
}

/** What merchants and testers do with wallets. */
export const walletSteps: readonly fc.Arbitrary<Step>[] = [
  verify,
  verify,
  confirm,
  confirm,
  confirm,
  changeCode,
];
