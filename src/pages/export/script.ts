import { timelineOf } from '../../journal/timeline.ts';
import type { Mode } from '../../protocol/vocabulary.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Callback } from '../../store/callbacks.ts';
import { firstPage } from '../../store/statements.ts';
import { storedPairs } from '../../store/stored-json.ts';
import type { Transaction } from '../../store/transactions.ts';
import { type Pairs, type ScriptStep, stepsOf, type Value } from './script-steps.ts';

export interface ExpectedCallback {
  readonly tampered: string | null;
  /** In the order sent, without `hashed`. Empty for a forged callback. */
  readonly fields: Pairs;
}

/** What happened to a transaction, for a program in any language. */
export interface Script {
  /** The URL of the exporting sandbox, used unless the environment sets another. */
  readonly sandboxUrl: string;
  readonly id: number;
  readonly gateway: string;
  readonly status: string;
  readonly mode: Mode;
  readonly isCheckout: boolean;
  /** Prefix of each replay's invoice number. Invoice numbers are used only once. */
  readonly invoicePrefix: string;
  readonly steps: readonly ScriptStep[];
  readonly callbacks: readonly ExpectedCallback[];
}

/** Leaves room in the invoice number for a unique suffix. */
const longestPrefix = 200;

export function scriptOf(runtime: Runtime, transaction: Transaction): Script {
  const { store, names, addresses } = runtime;
  const { id, gateway, status, mode, invoiceNo } = transaction;
  const callbacks = store.callbacks.list({ transactionId: id }, firstPage).reverse();
  return {
    sandboxUrl: addresses.publicUrl,
    id,
    gateway: names.of(gateway),
    status,
    mode,
    isCheckout: store.checkouts.ofTransaction(id) !== undefined,
    invoicePrefix: `${[...invoiceNo].slice(0, longestPrefix).join('')}-`,
    steps: stepsOf(runtime, transaction, timelineOf(store, id), callbacks),
    callbacks: callbacks.map((each) => expected(each, transaction)),
  };
}

function expected(callback: Callback, transaction: Transaction): ExpectedCallback {
  if (callback.tamper !== null) return { tampered: callback.tamper, fields: [] };
  const sent = storedPairs(callback.fields).filter(([name]) => name !== 'hashed');
  const value = (name: string, text: string): Value => {
    if (name === 'invoice_no' && text === transaction.invoiceNo) return { known: 'invoice' };
    return name === 'transaction_id' ? { known: 'transaction' } : { text };
  };
  const fields = sent.map(
    ([name, each]) => [name, { ...value(name, String(each)), isNumber: typeof each === 'number' }] as const,
  );
  return { tampered: null, fields };
}
