/**
 * Lets 50 requests at a time race for the same thing over real sockets, and checks the invariants after each
 * round.
 *
 *     node test/stress/races.ts [--rounds 1000]
 *
 * `--rounds` applies to each kind of race. Exits with code 1 if a round had the wrong number of winners.
 */
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { races } from './races/kinds.ts';
import { raceRun } from './races/race-run.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string' } } });
const rounds = Number(values.rounds ?? '1000');

let all = 0;
for (const race of races) {
  const startedAt = performance.now();
  const finds = await raceRun(race, rounds);
  all += finds.length;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${race.name}: rounds ${rounds}, wrong ${finds.length}, seconds ${seconds}`);
  for (const find of finds.slice(0, 5)) console.log(`  ${find}`);
}
exit(all === 0 ? 0 : 1);
