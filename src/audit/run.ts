import { SandboxError } from '../client.ts';
import type { AuditOptions } from './audit-options.ts';
import type { AuditCase } from './case.ts';
import type { Step } from './payment.ts';
import { Stage } from './stage.ts';
import { AuditError, type Finding } from './verdict.ts';

/** What one case came to with one gateway. */
export interface Result extends Finding {
  readonly gateway: string;
  readonly case: AuditCase;
  /** The orders that it was done with. */
  readonly orders: readonly { readonly invoiceNo: string; readonly transactionId: string }[];
  readonly steps: readonly Step[];
  readonly durationMs: number;
}

export interface Plan {
  readonly gateways: readonly string[];
  /** `genuine` first: the others rest on it. */
  readonly cases: readonly AuditCase[];
  /** Told before each case. */
  readonly begins?: (gateway: string, what: AuditCase) => void;
}

/** Plays every case with every gateway, one after the other. Throws `AuditError` when the merchant offers no order to begin with. */
export async function* audit(
  options: AuditOptions,
  { gateways, cases, begins }: Plan,
): AsyncGenerator<Result> {
  for (const gateway of gateways) {
    await mustBeReady(options, gateway);
    let genuine: Result | undefined;
    for (const each of cases) {
      begins?.(gateway, each);
      const stage = new Stage(options, gateway, genuine);
      const result = await played(
        stage,
        genuine && !hasAnswered(genuine) ? { ...each, run: notPlayed } : each,
      );
      genuine ??= result;
      yield result;
    }
  }
}

/** A case that finds an order unpaid proves nothing when every order reads so, or none can be made. */
async function mustBeReady(options: AuditOptions, gateway: string): Promise<void> {
  const state = await (await new Stage(options, gateway, undefined).payment()).state();
  if (!state?.isPaid) return;
  throw new AuditError(
    `An order that nobody has paid reads ${JSON.stringify(state.word)}, which counts as paid: say with --paid-when what a paid order reads.`,
  );
}

function hasAnswered({ steps }: Result): boolean {
  return steps.every(({ answer }) => answer.status !== null);
}

/** Every case would only wait for its time-out. */
async function notPlayed(): Promise<Finding> {
  return { verdict: 'open', reason: 'Skipped: your app did not respond even to a genuine callback.' };
}

async function played(stage: Stage, each: AuditCase): Promise<Result> {
  const startedAt = performance.now();
  const finding = await found(stage, each);
  return {
    ...finding,
    gateway: stage.gateway,
    case: each,
    orders: stage.payments.map(({ invoiceNo, checkout }) => ({
      invoiceNo,
      transactionId: checkout.transaction_id,
    })),
    steps: stage.steps,
    durationMs: Math.round(performance.now() - startedAt),
  };
}

/** What the merchant makes impossible has failed. */
async function found(stage: Stage, { run }: AuditCase): Promise<Finding> {
  try {
    return await run(stage);
  } catch (error) {
    if (!(error instanceof AuditError) && !(error instanceof SandboxError)) throw error;
    return { verdict: 'fail', reason: error.message };
  }
}
