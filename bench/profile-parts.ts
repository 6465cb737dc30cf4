import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: Frame;
  readonly children?: readonly number[];
}

interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** The format of `node --cpu-prof`. Times are in microseconds. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export interface Part {
  readonly name: string;
  /** Fraction of the busy time, from 0 to 1. */
  readonly share: number;
}

/** How the time between two moments was spent, largest part first. */
export function partsOf(profile: Profile, from: number, to: number): Part[] {
  const names = partNames(profile);
  const times = new Map<string, number>();
  let at = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const took = profile.timeDeltas[index] ?? 0;
    at += took;
    const name = names.get(id) ?? native;
    if (at >= from && at <= to) times.set(name, (times.get(name) ?? 0) + took);
  }
  times.delete(idle);
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([name, time]) => ({ name, share: time / all }))
    .sort((one, other) => other.share - one.share);
}

const idle = '(idle)';
const native = 'Node, native';
const special: ReadonlyMap<string, string> = new Map([
  [idle, idle],
  ['(garbage collector)', 'garbage'],
  ['(program)', native],
  ['(root)', native],
]);

/** The part that each node of the tree belongs to. Parents come before their children. */
function partNames({ nodes }: Profile): Map<number, string> {
  const names = new Map<number, string>();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  for (const { id, callFrame } of nodes) {
    const caller = names.get(parents.get(id) ?? 0) ?? native;
    names.set(id, special.get(callFrame.functionName) ?? ownerOf(callFrame, caller));
  }
  return names;
}

/** V8 attributes time in SQLite to the calling function. */
const store = 'src/store, with SQLite';

/** Node, a library, or a room of our sources, by the bundle's source map. */
function ownerOf({ url, lineNumber, columnNumber }: Frame, caller: string): string {
  // Native functions count for their caller.
  if (url === '') return caller;
  if (url.startsWith('node:internal/modules')) return 'loading of modules';
  if (url.startsWith('node:')) return 'Node';
  if (url.includes('better-sqlite3')) return store;
  const found = mapOf(url)?.findEntry(lineNumber, columnNumber);
  const source = found && 'originalSource' in found ? found.originalSource : undefined;
  if (!source) return 'libraries (Hono, Drizzle, Eta)';
  const [, room = '', rest] = source.replace('../', '').split('/');
  if (rest === undefined) return 'src/*.ts';
  return room === 'store' ? store : `src/${room}`;
}

const maps = new Map<string, SourceMap | undefined>();

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) {
    const file = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
    maps.set(url, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
  }
  return maps.get(url);
}
