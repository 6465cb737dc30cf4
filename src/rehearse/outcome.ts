import { isTaken } from '../audit/judge.ts';
import { landingOf, mayNeedLogin } from '../audit/login.ts';
import type { Step } from '../audit/payment.ts';
import type { State } from '../audit/state.ts';
import { beginning } from '../host/beginning.ts';
import type { Answer } from '../net/call.ts';
import type { Customer } from './customer.ts';
import type { Unmade } from './mishaps.ts';

/** What can be wrong with an order at the end of the day, worst first. */
export const problemKinds = ['wrong', 'lost', 'doubled', 'late', 'broken'] as const;

export type ProblemKind = (typeof problemKinds)[number];

export interface Problem {
  readonly kind: ProblemKind;
  readonly reason: string;
  /** The message that the reason is about. Undefined if it is about the order, or about reading it. */
  readonly message?: Message;
}

/** A message and its answer, without the parts that a long day cannot keep. */
export interface Message extends Pick<Step, 'what' | 'method' | 'url' | 'isForged'> {
  /** Since the day began. */
  readonly atMs: number;
  readonly status: number | null;
  readonly error: string | null;
  /** The beginning of the answer. Empty for pages. */
  readonly said: string;
  readonly durationMs: number;
  readonly isTaken: boolean;
  /** The page to which a redirect led a return. */
  readonly landing: string | undefined;
  /** Whether it is a return that may not have reached your handler: `withLogins` knows. */
  readonly mayNeedLogin: boolean;
}

/** What became of a customer before the end of the day. */
export interface Visited {
  /** Its name. */
  readonly gateway: string;
  readonly customer: Customer;
  /** Since the day began. */
  readonly atMs: number;
  /** Undefined if your app could not create it. */
  readonly order: { readonly invoiceNo: string; readonly transactionId: string } | undefined;
  readonly messages: readonly Message[];
  /** Why the visit ended early. */
  readonly failure: string | undefined;
  /** The numbers of all its orders that your app created, also of another customer's. */
  readonly madeNumbers: readonly string[];
  readonly unmade: Unmade | undefined;
  /** Whether the order read paid in time. Undefined if it needs no payment. */
  readonly isPaidInTime: boolean | undefined;
}

/** What became of a customer in the end. */
export interface Outcome extends Visited {
  /** What the order said at the end of the day. */
  readonly state: State | undefined;
  readonly problem: Problem | undefined;
}

/** Whether the order has no problem, and proves nothing either. */
export function isLeftOpen(outcome: Outcome): boolean {
  const { problem, messages, state } = outcome;
  if (problem || !state) return false;
  return isUnread(outcome, state) || messages.some(({ isForged, mayNeedLogin }) => isForged && mayNeedLogin);
}

/** Whether the order is unpaid, and only returns that may need a login could have paid it. */
export function isUnread({ customer, failure, messages }: Visited, state: State): boolean {
  const genuine = messages.filter(({ isForged }) => !isForged);
  const isUnpaid = customer.expects === 'paid' && failure === undefined && !state.isPaid;
  return isUnpaid && genuine.length > 0 && genuine.every((message) => message.mayNeedLogin);
}

/** `beganAt` by `performance.now()`. */
export function messageOf({ answer, atMs, ...step }: Step, beganAt: number): Message {
  const { status, error, durationMs } = answer;
  const { what, method, url, isForged } = step;
  return {
    ...{ what, method, url, isForged, status, error, durationMs },
    atMs: Math.max(0, Math.round(atMs - beganAt)),
    said: beginningOf(answer),
    isTaken: isTaken({ what, method, url, answer }),
    landing: landingOf(answer),
    mayNeedLogin: mayNeedLogin({ what, answer }),
  };
}

function beginningOf({ body }: Answer): string {
  const text = body.slice(0, 2000).replace(/\s+/g, ' ').trim();
  return text.startsWith('<') ? '' : beginning(text, 120);
}
