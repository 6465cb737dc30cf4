/**
 * Stops the built server with SIGTERM and SIGINT while 50 customers pay, streams and waits are open, uploads
 * are slow and merchants hang. Each time, checks that the exit code is 0, every stream and wait ended with a
 * complete answer, everything answered is stored, the file is intact, and the port is free.
 *
 *     node test/stress/stops.ts [--stops 30]
 *
 * Needs `dist/`: run `node scripts/build.ts` first. Exits with code 1 if anything was wrong.
 */
import { exit } from 'node:process';
import { parseArgs } from 'node:util';
import { kinds, type Stop, stopRun } from './stops/stop-run.ts';

const { values } = parseArgs({ options: { stops: { type: 'string' } } });
const stops: Stop[] = [];
for (let number = 0; number < Number(values.stops ?? '30'); number += 1) {
  // The remainder is a valid index.
  const kind = kinds[number % kinds.length] as Stop['kind'];
  stops.push(await stopRun(kind, number % 2 === 0 ? 'SIGTERM' : 'SIGINT'));
}
for (const kind of kinds) {
  const those = stops.filter((stop) => stop.kind === kind);
  const times = those.map(({ tookMs }) => Math.round(tookMs)).sort((a, b) => a - b);
  const sum = (count: (stop: Stop) => number) => those.reduce((all, stop) => all + count(stop), 0);
  console.log(
    `${kind}: stops ${those.length}, exit code 0 ${sum(({ code }) => Number(code === 0))}, ms median ${times[times.length >> 1]}, ` +
      `longest ${times.at(-1)}, answered ${sum(({ ended }) => ended)}, wrong ${sum(({ wrong }) => wrong.length)}`,
  );
  for (const each of those.flatMap(({ wrong }) => wrong).slice(0, 5)) console.error(`  ${each}`);
}
exit(stops.every(({ code, wrong }) => code === 0 && wrong.length === 0) ? 0 : 1);
