import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { merchantServer } from '../support/merchant-server.ts';
import { callbackSteps } from './callback-steps.ts';
import { checkoutSteps } from './checkout-steps.ts';
import { type Model, newStored } from './model.ts';
import { sandboxSteps } from './sandbox-steps.ts';
import { walletSteps } from './wallet-steps.ts';
import { World } from './world.ts';

export interface ModelOptions {
  readonly runs: number;
  readonly seed: number;
}

export interface ModelResult extends ModelOptions {
  /** Steps that were taken in all. */
  readonly steps: number;
  /** The answers of the merchant API that came, in the model's words. */
  readonly answers: ReadonlySet<string>;
}

const steps = fc.commands([...walletSteps, ...checkoutSteps, ...callbackSteps, ...sandboxSteps], {
  maxCommands: 40,
  size: 'max',
});
// A file costs a disk's flush for each commit: one run of four is on a file, and restarts.
const isOnFile = fc.constantFrom(false, false, false, true);

/**
 * Takes random steps in as many fresh sandboxes, each of which must answer and stand as the model says and break no invariant. Throws with
 * the seed and the shortest story that goes wrong.
 */
export async function modelRun({ runs, seed }: ModelOptions): Promise<ModelResult> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-model-'));
  const merchant = await merchantServer();
  let files = 0;
  let taken = 0;
  const answers = new Set<string>();
  const property = fc.asyncProperty(steps, isOnFile, async (story, onFile) => {
    files += 1;
    merchant.answerWith(200);
    const world = await World.begin(merchant, onFile ? join(folder, `${files}.db`) : undefined);
    const model: Model = { stored: newStored(), saved: new Map(), isOnFile: onFile, isMerchantUp: true };
    try {
      await fc.asyncModelRun(() => ({ model, real: world }), story);
      await world.check(model);
    } finally {
      taken += world.steps;
      for (const said of world.said) answers.add(said);
      await world.stop();
    }
  });
  try {
    await fc.assert(property, { numRuns: runs, seed });
    return { runs, seed, steps: taken, answers };
  } finally {
    await merchant.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
