/**
 * Follows a new user on each Node version: the packed file, an empty folder, the README's commands, and then
 * the shops of docs/guides/first-callback.md, which verify a callback. Prints the seconds of each step.
 *
 *     node test/stress/new-user.ts [--node 22.14.0,24,26]
 *
 * Runs the blocks of both pages unchanged in bash, so the ports 4700 and 3000 must be free, and PHP and
 * Python 3 must be installed. npm downloads the package's dependencies into an empty cache. Node itself is
 * downloaded before. Exits with code 1 if a command fails, or a shop does not print what the guide shows.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeOf } from '../package/node-of.ts';
import { packInto } from '../package/npm.ts';
import { type Journey, newUser } from './new-user/journey.ts';

const { values } = parseArgs({ options: { node: { type: 'string', default: '22.14.0,24,26' } } });
const place = mkdtempSync(join(tmpdir(), 'gateway-sandbox-new-user-'));
try {
  const packed = await packInto(place);
  const journeys: Journey[] = [];
  for (const version of values.node.split(',')) {
    const folder = join(place, version);
    journeys.push(await newUser({ version, program: await nodeOf(version), packed, folder }));
  }
  console.log(tableOf(journeys));
} finally {
  rmSync(place, { recursive: true, force: true });
}

function tableOf(journeys: readonly Journey[]): string {
  const names = journeys[0]?.steps.map(({ name }) => name) ?? [];
  const secondsOf = (name: string) =>
    journeys.map(({ steps }) => steps.find((step) => step.name === name)?.seconds ?? 0);
  const sums = journeys.map(({ steps }) => steps.reduce((sum, { seconds }) => sum + seconds, 0));
  return [
    row(['seconds', ...journeys.map(({ version }) => `Node ${version}`)]),
    row(['---', ...journeys.map(() => '--:')]),
    ...names.map((name) => row([name, ...secondsOf(name).map(shown)])),
    row(['**total**', ...sums.map((sum) => `**${shown(sum)}**`)]),
  ].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function shown(seconds: number): string {
  return seconds.toFixed(1);
}
