import { normalMobileNumber } from '../protocol/mobile-number.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Effect, FaultMatch } from '../store/fault.ts';
import type { FaultRow } from '../store/faults.ts';
import { draw } from './draw.ts';

/** What faults match a request against. The account is already known. */
export type FaultSubject = { readonly [Name in keyof FaultMatch]-?: FaultMatch[Name] } & {
  readonly account: string;
};

/** A fault that fires for a request: its name in the log and its effect. */
export interface FiredFault {
  readonly name: string;
  readonly effect: Effect;
}

/**
 * The first active fault that matches and whose probability comes up, counted down. Undefined for most
 * requests. Call it inside the request's transaction, so that a request that is rolled back uses up nothing.
 */
export function takeFault(runtime: Runtime, subject: FaultSubject): FiredFault | undefined {
  const { store } = runtime;
  for (const row of store.faults.armed()) {
    if (!matches(row.match, subject) || !comesUp(runtime, row)) continue;
    store.faults.countFired(row.id);
    noteFired(runtime, subject, row.effect, row.id);
    return { name: `fault ${row.id}`, effect: row.effect };
  }
  return undefined;
}

/** Records a fired fault in the journal, whatever triggered it. */
export function noteFired(
  { journal }: Runtime,
  subject: FaultSubject,
  effect: Effect,
  faultId?: number,
): void {
  journal.append({
    type: 'fault.fired',
    accountId: subject.account,
    invoiceNo: subject.invoice_no ?? null,
    mobileNumber: subject.mobile_number ?? null,
    data: {
      ...(faultId !== undefined && { fault_id: String(faultId) }),
      effect: 'delayMs' in effect ? { delay: effect.delayMs } : effect,
    },
  });
}

function matches(match: FaultMatch, subject: FaultSubject): boolean {
  const number = subject.mobile_number;
  // With or without the leading zero, it is the same phone.
  const normal = { ...subject, mobile_number: number === undefined ? undefined : normalMobileNumber(number) };
  // Object.keys loses the keys' type.
  const names = Object.keys(match) as (keyof FaultMatch)[];
  return names.every((name) => match[name] === undefined || match[name] === normal[name]);
}

/** Drawn from the fault's own seed: the same faults and requests produce the same failures in every run. */
function comesUp({ store }: Runtime, { id, probability, seed, seen }: FaultRow): boolean {
  if (probability === null) return true;
  store.faults.countSeen(id);
  return draw(seed, seen) < probability;
}
