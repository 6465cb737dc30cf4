/**
 * Takes random steps in fresh sandboxes and compares each answer and state with a small model. Checks the
 * invariants after every run.
 *
 *     node test/stress/model.ts [--runs 2000] [--seed 1]
 *
 * Exits with code 1 and the shortest failing sequence if one fails.
 */
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { modelRun } from '../model/model-run.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { runs: text, seed: text } });
const { runs = '2000', seed = '1' } = values;

const startedAt = performance.now();
console.log(`runs ${runs}, seed ${seed}`);
try {
  const { steps } = await modelRun({ runs: Number(runs), seed: Number(seed) });
  console.log(
    `steps ${steps}, disagreements 0, seconds ${Math.round((performance.now() - startedAt) / 1000)}`,
  );
} catch (error) {
  console.error(error);
  exit(1);
}
