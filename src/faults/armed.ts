import { normalMobileNumber } from '../protocol/mobile-number.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Effect, FaultMatch } from '../store/fault.ts';
import type { FaultRow } from '../store/faults.ts';
import { draw } from './draw.ts';

/** A request as faults see it: whose it is was known before. */
export type FaultSubject = { readonly [Name in keyof FaultMatch]-?: FaultMatch[Name] } & {
  readonly account: string;
};

/** A fault that fires for a request: its name in the log, and what happens. */
export interface FiredFault {
  readonly name: string;
  readonly effect: Effect;
}

/**
 * The first armed fault that matches and whose chance comes up, counted down; undefined for most requests. Called inside the
 * request's transaction: a request that is rolled back has used nothing up.
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

/** Tells the journal of a fault that fired, whoever asked for it. */
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
  // One phone, whether its number came with or without the zero.
  const normal = { ...subject, mobile_number: number === undefined ? undefined : normalMobileNumber(number) };
  // Object.keys loses the keys' type.
  const names = Object.keys(match) as (keyof FaultMatch)[];
  return names.every((name) => match[name] === undefined || match[name] === normal[name]);
}

/** Its chance, drawn from its own seed: the same faults and requests give the same failures in every run. */
function comesUp({ store }: Runtime, { id, probability, seed, seen }: FaultRow): boolean {
  if (probability === null) return true;
  store.faults.countSeen(id);
  return draw(seed, seen) < probability;
}
