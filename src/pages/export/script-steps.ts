import { magicCode } from '../../faults/magic.ts';
import type { TimelineEntry } from '../../journal/timeline.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Callback } from '../../store/callbacks.ts';
import type { RequestRow } from '../../store/schema-records.ts';
import type { Transaction } from '../../store/transactions.ts';
import { fieldsOf } from './sent-fields.ts';

/** A value in a replayed payment: the original text, or a value that the replay inserts. */
export type Value = (
  | { readonly text: string }
  // The wrong code begins with 1 or 2: magic values begin with 0.
  | { readonly known: 'invoice' | 'process' | 'code' | 'wrong-code' | 'transaction' }
) & {
  /** Whether JSON has it as a number. */
  readonly isNumber?: boolean;
};

export type Pairs = readonly (readonly [name: string, value: Value])[];

/** A call to the payment API, with its original answer. */
export interface CallStep {
  readonly kind: 'call';
  readonly endpoint: string;
  readonly fields: Pairs;
  readonly status: number;
  readonly code: string | null;
  /** What later steps use from its answer. */
  readonly gives: 'process' | 'checkout' | 'transaction' | undefined;
}

export type ScriptStep =
  | CallStep
  /** Reads the newest code of the process. */
  | { readonly kind: 'code' }
  | { readonly kind: 'otp'; readonly action: 'expire' | 'resend' | 'lock' }
  | {
      readonly kind: 'checkout';
      readonly action: 'approve' | 'decline' | 'cancel' | 'expire' | 'extend';
      readonly body: Readonly<Record<string, unknown>>;
    };

/** State while the timeline is converted. */
interface Telling {
  readonly runtime: Runtime;
  readonly transaction: Transaction;
  readonly callbacks: readonly Callback[];
  readonly isCheckout: boolean;
  /** The newest code that was sent. */
  code: string | undefined;
  /** Whether the next code was sent by the latest verify. */
  verified: boolean;
  /** The type of the previous entry. */
  before: string;
}

/** The steps that replay a timeline. Leaves out what the sandbox does automatically. */
export function stepsOf(
  runtime: Runtime,
  transaction: Transaction,
  timeline: readonly TimelineEntry[],
  callbacks: readonly Callback[],
): ScriptStep[] {
  const isCheckout = runtime.store.checkouts.ofTransaction(transaction.id) !== undefined;
  const telling: Telling = {
    runtime,
    transaction,
    callbacks,
    isCheckout,
    code: undefined,
    verified: false,
    before: '',
  };
  return timeline.flatMap((entry) => {
    const steps = stepsFor(telling, entry);
    telling.before = entry.type;
    return steps;
  });
}

function stepsFor(telling: Telling, entry: TimelineEntry): ScriptStep[] {
  if (entry.type === 'request') return call(telling, entry);
  return telling.isCheckout ? decision(telling, entry) : phone(telling, entry);
}

function call(telling: Telling, entry: TimelineEntry): ScriptStep[] {
  const row = telling.runtime.store.requests.get(Number(entry.request_id));
  const fields = row && fieldsOf(row, telling.runtime.settings.current);
  // The invoice number belongs to another payment, so this timeline cannot reproduce the refusal.
  if (!row || !fields || row.answer.includes('"invoice_no":["has been used before"]')) return [];
  telling.verified = row.action === 'verify';
  const step: CallStep = {
    kind: 'call',
    endpoint: row.path.replace(/\?.*$/s, '').replace(/^\/api\/v1\/transaction\//, ''),
    fields: fields.map(([name, text]) => [name, valueFor(telling, name, text)]),
    status: row.status,
    code: row.code,
    gives: row.status === 200 ? givenBy(telling, row) : undefined,
  };
  return [step];
}

function givenBy({ isCheckout }: Telling, row: RequestRow): CallStep['gives'] {
  if (row.action === 'verify') return 'process';
  return isCheckout ? 'checkout' : 'transaction';
}

function valueFor({ code, transaction }: Telling, name: string, text: string): Value {
  if (name === 'invoice_no') return { known: 'invoice' };
  if (name === 'process_id') return { known: 'process' };
  if (name !== 'code' || code === undefined) return { text };
  if (text === code) return { known: 'code' };
  // A magic code is wrong by itself, and a text of another length is not a code: both are replayed unchanged.
  const isPlain = /^\d+$/.test(text) && text.length === code.length;
  return isPlain && !magicCode(transaction.gateway, text) ? { known: 'wrong-code' } : { text };
}

function phone(telling: Telling, entry: TimelineEntry): ScriptStep[] {
  if (entry.type === 'otp.sent') {
    const byVerify = telling.verified;
    telling.verified = false;
    telling.code = telling.runtime.store.verifications.otp(Number(entry.otp_id))?.code;
    return byVerify ? [{ kind: 'code' }] : [{ kind: 'otp', action: 'resend' }, { kind: 'code' }];
  }
  if (entry.type === 'otp.expired') return [{ kind: 'otp', action: 'expire' }];
  // Enough wrong codes lock a process without a tester.
  const byTester = entry.type === 'otp.locked' && telling.before !== 'otp.wrong_code';
  return byTester ? [{ kind: 'otp', action: 'lock' }] : [];
}

function decision(telling: Telling, entry: TimelineEntry): ScriptStep[] {
  const reason = { reason: String(entry.reason) };
  const method = entry.payment_method;
  switch (entry.type) {
    case 'transaction.completed':
      return [
        checkout('approve', {
          ...(typeof method === 'string' && { payment_method: method }),
          ...choices(telling),
        }),
      ];
    case 'transaction.canceled':
      return [checkout('cancel', choices(telling))];
    case 'checkout.declined':
      return [checkout('decline', reason)];
    case 'transaction.declined':
      return [checkout('decline', { ...reason, final: true })];
    case 'transaction.expired':
      return [checkout('expire', {})];
    case 'checkout.extended':
      return [checkout('extend', { by: '10m' })];
    default:
      return [];
  }
}

type CheckoutStep = Extract<ScriptStep, { kind: 'checkout' }>;

function checkout(action: CheckoutStep['action'], body: CheckoutStep['body']): CheckoutStep {
  return { kind: 'checkout', action, body };
}

/** The tester's choices for the callbacks, as far as the callbacks reveal them. */
function choices({ runtime, callbacks }: Telling): Readonly<Record<string, unknown>> {
  const [first, ...others] = callbacks;
  if (!first) return {};
  const created = runtime.store.events
    .ofTransaction(first.transactionId)
    .find(({ type, data }) => type === 'callback.created' && data.includes(`"callback_id":"${first.id}"`));
  const copies = 1 + others.filter(({ copyOf }) => copyOf === first.id).length;
  return {
    ...(first.tamper !== null && { tamper: first.tamper }),
    ...(copies > 1 && { copies }),
    ...(created?.data.includes('"status":"held"') && { hold: true }),
    ...(created?.data.includes('"status":"dropped"') && { order: 'return-only' }),
  };
}
