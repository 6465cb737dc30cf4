import { AuditError } from '../audit/verdict.ts';
import { SandboxError } from '../client.ts';
import { later } from '../host/timers.ts';
import { type Arrival, arrivals } from './arrivals.ts';
import { closed } from './closing.ts';
import { Crowd } from './crowd.ts';
import { Mishaps } from './mishaps.ts';
import { mustBeOpen } from './opening.ts';
import { messageOf, type Outcome, type Visited } from './outcome.ts';
import { paidInTime } from './paid-in-time.ts';
import type { RehearsalOptions } from './rehearsal-options.ts';
import { NotAllowed, Visit } from './visit.ts';

export interface Day {
  readonly outcomes: readonly Outcome[];
  /** From the first customer until the last one has gone. */
  readonly tookMs: number;
  /** Customers per second that came: fewer than asked for if too many were there at once. */
  readonly rate: number;
  readonly isCut: boolean;
}

/** What a day looks like while it runs. */
export interface Progress {
  readonly tookMs: number;
  readonly came: number;
  /** Customers who are still there. */
  readonly here: number;
  readonly messages: number;
  /** Genuine messages that your app refused. */
  readonly refused: number;
}

/** Plays a sales day. Throws `AuditError` if your app cannot create an order at all. */
export async function playedDay(
  options: RehearsalOptions,
  onProgress: (progress: Progress) => void,
): Promise<Day> {
  await mustBeOpen(options);
  const mishaps = await Mishaps.from(options.sandbox);
  try {
    return await played(options, onProgress, mishaps);
  } finally {
    mishaps.end();
  }
}

async function played(
  options: RehearsalOptions,
  onProgress: (progress: Progress) => void,
  mishaps: Mishaps,
): Promise<Day> {
  const beganAt = performance.now();
  const visits: Visited[] = [];
  const tellProgress = progressTeller(beganAt, onProgress);
  const crowd = new Crowd(options.mostAtOnce, (done) => {
    visits.push(done);
    tellProgress(crowd, done);
  });
  for await (const arrival of inTime(options, beganAt)) {
    await crowd.hasRoom();
    if (options.closing.aborted) break;
    crowd.add(visited(options, arrival, { beganAt, mishaps }));
    tellProgress(crowd);
    if (crowd.hasFailed) break;
  }
  const cameMs = performance.now() - beganAt;
  await crowd.gone();
  const tookMs = Math.round(performance.now() - beganAt);
  const isCut = options.closing.aborted;
  const isSlower = isCut || cameMs > options.durationMs;
  return {
    outcomes: await closed(
      options,
      visits.toSorted((one, other) => one.atMs - other.atMs),
      await mishaps.all(),
    ),
    tookMs,
    rate: isSlower ? (visits.length * 1000) / cameMs : options.rate,
    isCut,
  };
}

function progressTeller(beganAt: number, onProgress: (progress: Progress) => void) {
  let messages = 0;
  let refused = 0;
  return ({ came, here }: Crowd, done?: Visited) => {
    const answered = done?.messages ?? [];
    messages += answered.length;
    refused += answered.filter(({ isForged, isTaken }) => !isForged && !isTaken).length;
    onProgress({ tookMs: performance.now() - beganAt, came, here, messages, refused });
  };
}

/** The arrivals, each when its time has come. */
async function* inTime(options: RehearsalOptions, beganAt: number): AsyncGenerator<Arrival> {
  const { closing: signal } = options;
  for (const arrival of arrivals(options)) {
    const waitMs = beganAt + arrival.atMs - performance.now();
    if (waitMs > 0) await later(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    yield arrival;
  }
}

/** A failure of your app or of the sandbox ends this visit; anything else ends the day. */
async function visited(
  options: RehearsalOptions,
  arrival: Arrival,
  { beganAt, mishaps }: { readonly beganAt: number; readonly mishaps: Mishaps },
): Promise<Visited> {
  const { gateway, customer } = arrival;
  const atMs = Math.round(performance.now() - beganAt);
  const visit = new Visit(options, arrival, mishaps);
  let failure: string | undefined;
  let isPaidInTime: boolean | undefined;
  try {
    await customer.run(visit);
    const { order } = visit;
    if (order && customer.expects === 'paid') isPaidInTime = await paidInTime(options, order.invoiceNo);
  } catch (error) {
    if (error instanceof NotAllowed) throw error;
    if (!(error instanceof AuditError) && !(error instanceof SandboxError)) throw error;
    failure = error.message;
  }
  const { order: paid } = visit;
  return {
    gateway: options.nameOf(gateway),
    customer,
    atMs,
    order: paid && { invoiceNo: paid.invoiceNo, transactionId: paid.checkout.transaction_id },
    messages: visit.steps.map((step) => messageOf(step, beganAt)),
    failure,
    madeNumbers: visit.madeNumbers,
    unmade: visit.unmade,
    isPaidInTime,
  };
}
