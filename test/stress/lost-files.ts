/**
 * Deletes, replaces, moves and touches the built server's data file and log while customers of all five
 * gateways pay and cancel, then kills the server. Checks that everything answered is stored, the file is
 * intact, and the invariants hold. Then truncates and overwrites the file and its log in the same way, and
 * checks that it is noticed.
 *
 *     node test/stress/lost-files.ts [--rounds 5]
 *
 * Needs `dist/`: run `node scripts/build.ts` first. Exits with code 1 if anything is missing or wrong.
 */
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { type DamageRun, damageRun, damages } from './lost-files/damage-run.ts';
import { type LostRun, lostRun, ways } from './lost-files/lost-run.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string' } } });
const rounds = Number(values.rounds ?? '5');
let isWrong = false;
for (const name of Object.keys(ways)) {
  const runs: LostRun[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await lostRun(name));
  const sum = (count: (run: LostRun) => number) => runs.reduce((all, run) => all + count(run), 0);
  const wrong = runs.flatMap((run) => run.wrong);
  console.log(
    `${name}: rounds ${runs.length}, answered before ${sum(({ before }) => before)}, after ${sum(({ after }) => after)}, lost or broken ${wrong.length}`,
  );
  for (const each of wrong.slice(0, 5)) console.error(`  ${each}`);
  isWrong ||= wrong.length > 0;
}
for (const name of Object.keys(damages)) {
  const runs: DamageRun[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await damageRun(name));
  const noticed = runs.map(({ noticedMs }) => noticedMs).filter((ms) => ms !== undefined);
  const wrong = runs.flatMap((run) => run.wrong);
  console.log(
    `${name}: rounds ${runs.length}, noticed ${noticed.length} within ${Math.max(...noticed)} ms, answered after ` +
      `${runs.reduce((all, { after }) => all + after, 0)}, unnoticed ${runs.filter((run) => run.wrong.length > 0).length}`,
  );
  for (const each of wrong.slice(0, 5)) console.error(`  ${each}`);
  isWrong ||= wrong.length > 0;
}
exit(isWrong ? 1 : 0);
