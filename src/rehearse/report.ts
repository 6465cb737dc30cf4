import { junitOf } from '../audit/report-junit.ts';
import type { Verdict } from '../audit/verdict.ts';
import { problematic } from './closing.ts';
import { customers } from './customers.ts';
import type { Day } from './day.ts';
import { mendOf } from './mend.ts';
import { isLeftOpen, type Outcome, type ProblemKind, problemKinds } from './outcome.ts';
import type { RehearsalOptions } from './rehearsal-options.ts';
import { storyOf } from './story.ts';

/** The customers of one kind with one gateway. */
export interface Group {
  readonly gateway: string;
  readonly customer: Outcome['customer'];
  readonly outcomes: readonly Outcome[];
  /** Those with a problem, worst first. */
  readonly problems: readonly Outcome[];
  /** `open`: no order has a problem, and some are left open, or none could be made. */
  readonly verdict: Verdict;
  /** Such as `2 of 14 orders: 1 lost, 1 doubled.` */
  readonly reason: string;
}

type Counts = Readonly<Record<ProblemKind, number>>;

function countsOf(outcomes: readonly Outcome[]): Counts {
  const counts = { wrong: 0, lost: 0, doubled: 0, late: 0, broken: 0 };
  for (const { problem } of outcomes) if (problem) counts[problem.kind] += 1;
  return counts;
}

/** Such as `1 lost, 2 doubled`. Empty if there is no problem. */
function countsText(counts: Counts): string {
  return problemKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${kind}`)
    .join(', ');
}

/** By gateway and kind of customer. */
export function groupsOf({ outcomes }: Day): readonly Group[] {
  const gateways = [...new Set(outcomes.map(({ gateway }) => gateway))].toSorted();
  return gateways.flatMap((name) =>
    customers.flatMap((customer) =>
      groupOf(outcomes.filter((each) => each.gateway === name && each.customer === customer)),
    ),
  );
}

function groupOf(outcomes: readonly Outcome[]): readonly Group[] {
  const [first] = outcomes;
  if (!first) return [];
  const { gateway, customer } = first;
  const problems = problematic(outcomes);
  const orders = `${outcomes.length} ${outcomes.length === 1 ? 'order' : 'orders'}`;
  const open = leftOpen({ outcomes });
  const isOpen = open > 0 || unopened({ outcomes }) === outcomes.length;
  const verdict = problems.length > 0 ? 'fail' : isOpen ? 'open' : 'pass';
  const counts = resultText({ outcomes });
  const reason = counts === '' ? `${orders}.` : `${orders}: ${counts}.`;
  return [{ gateway, customer, outcomes, problems, verdict, reason }];
}

/** Orders that prove nothing, because their return may need a login. */
export function leftOpen({ outcomes }: Pick<Day, 'outcomes'>): number {
  return outcomes.filter(isLeftOpen).length;
}

/** Such as `1 lost, 2 left open, 1 not made`. Empty if all is as expected. */
export function resultText(day: Pick<Day, 'outcomes'>): string {
  const others = [
    [leftOpen(day), 'left open'],
    [unopened(day), 'not made'],
  ] as const;
  const words = others.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
  return [countsText(countsOf(day.outcomes)), ...words].filter(Boolean).join(', ');
}

/** Orders that the gateway kept from being made. */
export function unopened({ outcomes }: Pick<Day, 'outcomes'>): number {
  return outcomes.filter(({ order, problem }) => !order && !problem).length;
}

/** Whether the check said how often each paid order was recorded. */
export function isCounted({ outcomes }: Day): boolean {
  return outcomes.every(({ state }) => !state?.isPaid || state.timesPaid !== undefined);
}

/** The report as JSON. */
export function jsonDay(options: RehearsalOptions, day: Day) {
  const { outcomes, tookMs, rate, isCut } = day;
  return {
    summary: {
      orders: outcomes.length,
      ...countsOf(outcomes),
      left_open: leftOpen(day),
      unopened: unopened(day),
      seed: options.seed,
      weather: options.weather,
      rate: Math.round(rate * 10) / 10,
      duration_ms: tookMs,
      ended_early: isCut,
      doubled_checked: isCounted(day),
    },
    customers: groupsOf(day).map(({ gateway, customer, outcomes: all, problems, verdict }) => ({
      gateway,
      customer: customer.id,
      does: customer.does,
      expects: customer.expects,
      verdict,
      orders: all.length,
      unopened: unopened({ outcomes: all }),
      problems: problems.length,
    })),
    problems: problematic(outcomes).map(jsonProblem),
  };
}

function jsonProblem(outcome: Outcome) {
  const { gateway, customer, order, problem, state, messages, atMs } = outcome;
  return {
    kind: problem?.kind,
    reason: problem?.reason,
    gateway,
    customer: customer.id,
    mend: mendOf(outcome),
    invoice_no: order?.invoiceNo ?? null,
    transaction_id: order?.transactionId ?? null,
    at_ms: atMs,
    state: state ? { status: state.word, paid: state.isPaid, paid_times: state.timesPaid ?? null } : null,
    steps: messages.map(({ what, method, url, isForged, status, error, said, durationMs, atMs: sentMs }) => ({
      ...{ what, method, url, forged: isForged, status, error, said },
      at_ms: sentMs,
      duration_ms: durationMs,
    })),
  };
}

const mostStories = 20;

/** A day that ended early has not shown that the app is right. */
const endedEarly = {
  gateway: 'the day',
  case: { id: 'lasts', mend: 'Run it again to its end.' },
  verdict: 'fail',
  reason: 'The day ended early.',
  durationMs: 0,
  story: '',
} as const;

/** The report as JUnit XML: a suite for each gateway, a test for each kind of customer. */
export function junitDay(day: Day): string {
  const results = groupsOf(day).map(({ gateway, customer, outcomes, problems, verdict, reason }) => ({
    gateway,
    case: { id: customer.id, mend: problems[0] ? mendOf(problems[0]) : customer.mend },
    verdict,
    reason,
    durationMs: outcomes.flatMap(({ messages }) => messages).reduce((sum, each) => sum + each.durationMs, 0),
    story: problems
      .slice(0, mostStories)
      .map((each) => [`${each.problem?.kind} ${each.order?.invoiceNo ?? ''}`, ...storyOf(each)].join('\n'))
      .join('\n\n'),
  }));
  return junitOf('rehearse', day.isCut ? [...results, endedEarly] : results);
}
