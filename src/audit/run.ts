import { SandboxError } from '../client.ts';
import type { AuditOptions } from './audit-options.ts';
import type { AuditCase } from './case.ts';
import { catchUp } from './catch-up.ts';
import { fail, isRefused, open, resultSteps } from './judge.ts';
import { type Late, Lateness } from './lateness.ts';
import { learn } from './learn.ts';
import type { Step } from './payment.ts';
import { type Genuine, Stage } from './stage.ts';
import { AuditError, type Finding, NotSent, Refused } from './verdict.ts';

/** The result of one case with one gateway. */
export interface Result extends Finding {
  /** Its name. */
  readonly gateway: string;
  readonly case: AuditCase;
  /** The orders that the case used. */
  readonly orders: readonly { readonly invoiceNo: string; readonly transactionId: string }[];
  readonly steps: readonly Step[];
  readonly durationMs: number;
  /** What the run has learned by the end of this case. Undefined if `--settle` covers it. */
  readonly late?: Late | undefined;
}

export interface Plan {
  /** Their tokens. */
  readonly gateways: readonly string[];
  /** `genuine` first: the others build on its result. */
  readonly cases: readonly AuditCase[];
  /** Called before each case, with the gateway's name. */
  readonly begins?: (gateway: string, what: AuditCase) => void;
}

/** The audit ended early. */
export class EndedEarly extends AuditError {
  /** The gateway's name. */
  readonly gateway: string;

  constructor(gateway: string, cause: Error) {
    super(cause.message, { cause });
    this.gateway = gateway;
  }
}

/** Runs every case with every gateway. Throws `EndedEarly` if your app cannot create an order at all. */
export async function* audit(options: AuditOptions, plan: Plan): AsyncGenerator<Result> {
  const lateness = new Lateness();
  for (const gateway of plan.gateways) {
    try {
      yield* auditOf(gateway, options, plan, lateness);
    } catch (error) {
      throw error instanceof AuditError || error instanceof SandboxError
        ? new EndedEarly(options.nameOf(gateway), error)
        : error;
    }
  }
}

async function* auditOf(
  gateway: string,
  options: AuditOptions,
  { gateways, cases, begins }: Plan,
  lateness: Lateness,
): AsyncGenerator<Result> {
  await mustBeReady(options, gateway, gateways);
  let genuine: (Result & Genuine) | undefined;
  for (const each of cases) {
    const stage = new Stage(options, gateway, genuine, lateness);
    begins?.(stage.gatewayName, each);
    const result = await played(stage, genuine && !hasAnswered(genuine) ? { ...each, run: notPlayed } : each);
    yield result;
    await catchUp(stage);
    if (genuine) continue;
    genuine = result;
    if (!result.isPaid || cases.length === 1) continue;
    const landing = await learn(new Stage(options, gateway, genuine, lateness), cases);
    genuine = { ...result, landing };
  }
}

/** If new orders already read as paid, or none can be created, no case proves anything. */
export async function mustBeReady(
  options: AuditOptions,
  gateway: string,
  gateways: readonly string[],
): Promise<void> {
  const payment = await new Stage(options, gateway, undefined).payment().catch((error: unknown) => {
    const { nameOf } = options;
    const others = gateways.filter((each) => each !== gateway).map((each) => `--gateway ${nameOf(each)}`);
    if (!(error instanceof Refused) || others.length === 0) throw error;
    const sentence = error.message.replace(/[^.!?]$/, '$&.');
    throw new Refused(
      `${sentence} If your app does not take ${nameOf(gateway)}, leave it out: ${others.join(' ')}`,
    );
  });
  const state = await payment.state();
  if (!state?.isPaid) return;
  throw new AuditError(
    `An order that nobody has paid reads ${JSON.stringify(state.word)}, which counts as paid. Set --paid-when to what a paid order reads; with a double quote in it, it is matched against the whole answer.`,
  );
}

function hasAnswered({ steps }: Result): boolean {
  return resultSteps(steps).every(({ answer }) => answer.status !== null);
}

/** If not even the genuine result got an answer, every other case would only time out. */
async function notPlayed({ genuine }: Stage): Promise<Finding> {
  const [step] = resultSteps(genuine?.steps ?? []);
  return open(`Skipped: your app did not respond even to a genuine ${step?.what}.`);
}

async function played(stage: Stage, each: AuditCase): Promise<Result> {
  const startedAt = performance.now();
  const finding = await found(stage, each);
  return {
    ...finding,
    gateway: stage.gatewayName,
    case: { ...each, mend: mendOf(stage, finding) ?? each.mend },
    orders: stage.payments.map(({ invoiceNo, checkout }) => ({
      invoiceNo,
      transactionId: checkout.transaction_id,
    })),
    steps: stage.steps,
    durationMs: Math.round(performance.now() - startedAt),
    late: lateOf(stage),
  };
}

/** What one case after the other fails for is explained once. */
function mendOf({ genuine, steps }: Stage, { verdict, mend, isPaid }: Finding): string | undefined {
  if (!genuine || verdict !== 'fail') return mend;
  const areRefused = [genuine.steps, steps].every((each) => each.some(isRefusedCallback));
  if (areRefused) return 'Fix `genuine` first: your app refuses its callback too.';
  if (mend === undefined && isPaid === false && genuine.isPaid === false)
    return 'Fix `genuine` first: its order is not paid either.';
  return mend;
}

function isRefusedCallback(step: Step): boolean {
  return step.what === 'callback' && !step.isForged && isRefused(step);
}

function lateOf({ lateness: { seen }, options: { settleMs } }: Stage): Late | undefined {
  return seen && seen.waitMs > settleMs ? seen : undefined;
}

/** If your app makes a case impossible, the case has failed. If the sandbox does, it is open. */
async function found(stage: Stage, { id, run }: AuditCase): Promise<Finding> {
  try {
    return await run(stage);
  } catch (error) {
    if (!(error instanceof AuditError) && !(error instanceof SandboxError)) throw error;
    if (error instanceof NotSent) return open(error.message);
    // The advice of the case is about another failure.
    return { ...fail(error.message), mend: `Fix that first, then run this case again: --only ${id}` };
  }
}
