import { isRecorded, reads, type State } from '../audit/state.ts';
import { AuditError } from '../audit/verdict.ts';
import { later } from '../host/timers.ts';
import { excusedBy } from './excused.ts';
import { withLogins } from './logins.ts';
import type { Mishap } from './mishaps.ts';
import { isUnread, type Message, type Outcome, type Problem, problemKinds, type Visited } from './outcome.ts';
import type { RehearsalOptions } from './rehearsal-options.ts';

/** Orders that are read at the same time. */
const readersAtOnce = 4;

/** Reads every order again, and says what is wrong with it. */
export async function closed(
  { readState, settleMs, lateMs }: RehearsalOptions,
  visits: readonly Visited[],
  mishaps: readonly Mishap[],
): Promise<Outcome[]> {
  await later(settleMs);
  const outcomes: Outcome[] = [];
  const all = withLogins(visits);
  const excused = excusedBy(mishaps, all);
  const waiting = all.entries();
  const reader = async () => {
    for (const [at, visited] of waiting) outcomes[at] = await outcome(visited);
  };
  await Promise.all(Array.from({ length: readersAtOnce }, reader));
  return outcomes;

  async function outcome(visited: Visited): Promise<Outcome> {
    const { order, failure } = visited;
    if (!order || !readState) {
      const reason = failure ?? 'No order was made.';
      const problem: Problem = { kind: 'broken', reason };
      return { ...visited, state: undefined, problem: excused.has(visited) ? undefined : problem };
    }
    try {
      const state = await readState(order.invoiceNo);
      return { ...visited, state, problem: problemOf(visited, state, lateMs) };
    } catch (error) {
      if (!(error instanceof AuditError)) throw error;
      return { ...visited, state: undefined, problem: { kind: 'broken', reason: error.message } };
    }
  }
}

function problemOf(visited: Visited, state: State, lateMs: number): Problem | undefined {
  return visited.customer.expects === 'paid'
    ? problemOfPaid(visited, state, lateMs)
    : problemOfUnpaid(visited, state);
}

function problemOfPaid(visited: Visited, state: State, lateMs: number): Problem | undefined {
  const { messages, failure, isPaidInTime } = visited;
  const { isPaid, timesPaid = 0 } = state;
  if (timesPaid > 1) return { kind: 'doubled', reason: `The payment was recorded ${timesPaid} times.` };
  if (failure !== undefined && !isPaid) return { kind: 'broken', reason: failure };
  if (isUnread(visited, state)) return undefined;
  if (!isRecorded(state))
    return {
      kind: 'lost',
      reason: `The customer has paid, and ${reads(state)}. ${refusals(messages)}`.trim(),
    };
  if (isPaidInTime === false)
    return {
      kind: 'late',
      reason: `The order is paid, but was not ${lateMs / 1000} s after its last message.`,
    };
  return failure === undefined ? brokenBy(unhealed(messages)) : { kind: 'broken', reason: failure };
}

function problemOfUnpaid({ messages, failure }: Visited, state: State): Problem | undefined {
  const { isPaid, word, timesPaid = 0 } = state;
  if (isPaid)
    return { kind: 'wrong', reason: 'No genuine message says that it is paid, and the order is paid.' };
  if (timesPaid > 0)
    return {
      kind: 'wrong',
      reason: `The order reads ${JSON.stringify(word)}, and counts a payment that no genuine message reported.`,
    };
  return failure === undefined ? brokenBy(unhealed(messages)) : { kind: 'broken', reason: failure };
}

/** Genuine messages that were refused for good, and forgeries that broke the handler. */
function unhealed(messages: readonly Message[]): readonly Message[] {
  const isHealed = messages.findLast(({ what, isForged }) => what === 'callback' && !isForged)?.isTaken;
  return messages.filter((message) => {
    if (message.isForged) return isCrash(message);
    if (message.isTaken || message.mayNeedLogin) return false;
    return !(message.what === 'callback' && isHealed);
  });
}

function isCrash({ status }: Message): boolean {
  return status === null || status >= 500;
}

function brokenBy([message]: readonly Message[]): Problem | undefined {
  if (!message) return undefined;
  const { what, isForged, status, error, said } = message;
  const name = isForged ? `A forged ${what}` : `A genuine ${what}`;
  const words = said === '' ? '' : ` ${JSON.stringify(said)}`;
  const strayed = what === 'return' && error !== null ? ` (${error})` : '';
  return {
    kind: 'broken',
    message,
    reason: `${name} ${status === null ? `got no answer (${error})` : `was answered ${status}${strayed}${words}`}.`,
  };
}

function refusals(messages: readonly Message[]): string {
  return brokenBy(messages.filter(({ isForged, isTaken }) => !isForged && !isTaken))?.reason ?? '';
}

/** The outcomes with a problem, worst first. */
export function problematic(outcomes: readonly Outcome[]): readonly Outcome[] {
  return problemKinds.flatMap((kind) => outcomes.filter(({ problem }) => problem?.kind === kind));
}
