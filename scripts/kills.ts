/**
 * Kills the built server with SIGKILL while payments are approved and their callbacks go out, starts it again on the same data file,
 * and counts what was lost and what came twice.
 *
 *     node scripts/kills.ts [--callbacks 10000] [--kills 100] [--seed 1]
 *
 * Needs `dist/`: run `node scripts/build.ts` first. Exit code 1 when anything is missing or the file is damaged.
 */
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { killRun } from './kills/kill-run.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { callbacks: text, kills: text, seed: text } });
const { callbacks = '10000', kills = '100', seed = '1' } = values;

const result = await killRun({ callbacks: Number(callbacks), kills: Number(kills), seed: Number(seed) });
console.log(
  Object.entries(result)
    .map(([name, value]) => `${name} ${value}`)
    .join(', '),
);
exit(result.missing === 0 && result.integrity_check === 'ok' && result.broken === 0 ? 0 : 1);
