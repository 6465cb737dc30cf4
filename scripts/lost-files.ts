/**
 * Deletes, replaces, moves and touches the data file of the built server, and its log, while customers of all five gateways pay and cancel;
 * then kills the server. Is everything there that was answered, is the file sound, do the invariants hold?
 *
 *     node scripts/lost-files.ts [--rounds 5]
 *
 * Needs `dist/`: run `node scripts/build.ts` first. Exit code 1 when anything is missing or wrong.
 */
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { type LostRun, lostRun, ways } from './lost-files/lost-run.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string' } } });
let isWrong = false;
for (const name of Object.keys(ways)) {
  const runs: LostRun[] = [];
  for (let round = 0; round < Number(values.rounds ?? '5'); round += 1) runs.push(await lostRun(name));
  const sum = (count: (run: LostRun) => number) => runs.reduce((all, run) => all + count(run), 0);
  const wrong = runs.flatMap((run) => run.wrong);
  console.log(
    `${name}: rounds ${runs.length}, answered before ${sum(({ before }) => before)}, after ${sum(({ after }) => after)}, lost or broken ${wrong.length}`,
  );
  for (const each of wrong.slice(0, 5)) console.error(`  ${each}`);
  isWrong ||= wrong.length > 0;
}
exit(isWrong ? 1 : 0);
