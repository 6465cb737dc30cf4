/**
 * Kills the built server with SIGKILL while a large state is reset, saved and restored and a customer pays.
 * Checks the data file after each kill: it must contain the state before or after, never a mix, and every
 * named snapshot must be complete.
 *
 *     node test/stress/state-kills.ts [--kills 50] [--transactions 3000] [--seed 1]
 *
 * Needs `dist/`: run `node scripts/build.ts` first. Exit code 1 if anything is missing or wrong.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exit } from 'node:process';
import { setTimeout as later } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { firstPayments } from './grow/first-payments.ts';
import { multiply } from './grow/multiply.ts';
import { seededRandom } from './kills/random.ts';
import { asking, insisting } from './load/ask.ts';
import { MortalServer } from './load/mortal-server.ts';
import { type Found, found } from './whole/found.ts';
import { Payer } from './whole/payer.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { kills: text, transactions: text, seed: text } });
const { kills = '50', transactions = '3000', seed = '1' } = values;
const api = '/_sandbox/api';
const changes = {
  reset: [`${api}/reset`, {}],
  save: [`${api}/snapshots`, { name: 'again' }],
  restore: [`${api}/snapshots/full/restore`, {}],
} as const;
type Change = keyof typeof changes;

const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-state-kills-'));
const server = new MortalServer(folder);
const random = seededRandom(Number(seed));
const wrong: string[] = [];
const outcomes: Record<string, number> = {};
try {
  await firstPayments(server.data);
  const all = multiply(server.data, Number(transactions));
  await server.start();
  const ask = insisting(asking(() => server.url));
  await ask(changes.save[0], { name: 'full' });
  let before: Found = found(server.data);
  for (let kill = 1; kill <= Number(kills); kill += 1) {
    const names = Object.keys(changes) as Change[];
    const change = names[Math.floor(random() * names.length)] ?? 'reset';
    before = await killedDuring(change, kill, all, before);
    await server.start();
  }
} finally {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
}
for (const each of wrong) console.error(each);
console.log(`kills ${kills}, wrong ${wrong.length}, ${JSON.stringify(outcomes)}`);
exit(wrong.length === 0 ? 0 : 1);

async function killedDuring(change: Change, kill: number, all: number, before: Found): Promise<Found> {
  const payer = new Payer(
    asking(() => server.url),
    `KILL-${kill}`,
  );
  const [path, fields] = changes[change];
  const answer = asking(() => server.url)(path, fields).then(
    ({ status }) => status,
    () => 0,
  );
  await Promise.race([later(random() * 1500), answer.then(() => later(random() * 30))]);
  await server.kill();
  const status = await answer;
  const paid = await payer.end();
  const after = found(server.data);
  const say = (what: string) => wrong.push(`seed ${seed}, kill ${kill}, ${change} (${status}): ${what}`);
  const outcome = `${change} ${status === 0 ? 'unanswered' : 'answered'}`;
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  if (after.integrity !== 'ok') say(after.integrity);
  const states = { reset: [0], save: [before.grown], restore: [all] }[change];
  const possible = status === 0 ? [before.grown, ...states] : states;
  if (!possible.includes(after.grown)) say(`${after.grown} of ${all} transactions`);
  if (change === 'save')
    for (const invoice of paid) if (!after.invoices.has(invoice)) say(`${invoice} is lost`);
  if (after.snapshots.get('full') !== all)
    say(`the snapshot full has ${after.snapshots.get('full')} transactions`);
  const again = after.snapshots.get('again');
  const saved =
    change === 'save' && status !== 0 ? [before.grown] : [before.grown, before.snapshots.get('again')];
  if (!saved.includes(again)) say(`the snapshot again has ${again} transactions`);
  return after;
}
