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
  /** The total number of steps. */
  readonly steps: number;
  /** The answers of the merchant API, in the model's words. */
  readonly answers: ReadonlySet<string>;
}

const steps = fc.commands([...walletSteps, ...checkoutSteps, ...callbackSteps, ...sandboxSteps], {
  maxCommands: 40,
  size: 'max',
});
// A data file costs a disk flush per commit, so one run in four uses a file, and restarts.
const isOnFile = fc.constantFrom(false, false, false, true);

/**
 * Takes random steps in this many fresh sandboxes. Each must answer and store what the model says, and break
 * no invariant. Throws with the seed and the shortest failing sequence.
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
