/**
 * Kills the built server with SIGKILL while customers of all five gateways pay and cancel and callbacks are
 * sent, and restarts it on the same data file. After each kill, checks that everything answered is stored,
 * the invariants hold, and the file is intact. At the end, checks that every callback has arrived, is genuine
 * according to an independent verifier, and has the same bytes each time.
 *
 *     node test/stress/kills.ts [--kills 1000] [--seed 1] [--ends 16]
 *
 * A kill comes after up to `--ends` more payments and cancellations have ended.
 *
 * Needs `dist/`: run `node scripts/build.ts` first. Exits with code 1 if anything is missing or wrong.
 */
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { killRun } from './kills/kill-run.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { kills: text, seed: text, ends: text } });
const { kills = '1000', seed = '1', ends = '16' } = values;

const { wrong, missing, ...figures } = await killRun(
  { kills: Number(kills), seed: Number(seed), mostEnds: Number(ends) },
  (life, soFar) => {
    console.error(
      `${soFar} kills, of the last ${life.kills}: lost or broken ${life.wrong.length}, missing ${life.missing}`,
    );
    for (const each of life.wrong.slice(0, 10)) console.error(each);
  },
);
const { kills: done, ended, callbacks, duplicates, seconds, msPerKill } = figures;
console.log(
  `kills ${done}, payments and cancellations answered ${ended}, lost or broken ${wrong.length}, callbacks ${callbacks}, ` +
    `missing ${missing}, came twice ${duplicates}, seconds ${seconds}, ms per kill ${msPerKill}`,
);
exit(wrong.length === 0 && missing === 0 ? 0 : 1);
