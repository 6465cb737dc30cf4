import { mkdtempSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { asking } from '../load/ask.ts';
import { leftBehind, losses } from '../load/left-behind.ts';
import { MortalServer } from '../load/mortal-server.ts';
import { Crowd } from './crowd.ts';

interface Way {
  /** What is done to the data file while customers pay. */
  readonly harm: (file: string) => void;
  /** Where everything should be after a kill (default: the data file itself). */
  readonly foundIn?: (file: string) => string;
  /** Whether the sandbox continues without help. */
  readonly goesOn: boolean;
}

export const ways: Readonly<Record<string, Way>> = {
  'the file deleted': { harm: (file) => rmSync(file), goesOn: false },
  'the file and its log deleted': { harm: emptyFolder, goesOn: false },
  'another file in its place': { harm: replace, foundIn: (file) => `${file}.rescued`, goesOn: false },
  'moved away and back': { harm: moveAndBack, goesOn: true },
  'the log deleted': { harm: (file) => rmSync(`${file}-wal`), goesOn: true },
  'the file touched': { harm: (file) => utimesSync(file, 1, 1), goesOn: true },
};

export interface LostRun {
  /** Payments and cancellations that were answered before the harm and after it. */
  readonly before: number;
  readonly after: number;
  /** Every violation, in words. */
  readonly wrong: readonly string[];
}

const customers = 8;
const endsBeforeHarm = 20;
const endsAfterHarm = 20;
const patienceMs = 20_000;

/**
 * Harms the built server's data file while customers pay, kills the server, and looks for everything that was
 * answered.
 */
export async function lostRun(name: string): Promise<LostRun> {
  const way = ways[name];
  if (!way) throw new Error(`there is no way ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-lost-'));
  const server = new MortalServer(folder);
  try {
    await server.start();
    const crowd = new Crowd(
      asking(() => server.url),
      customers,
    );
    await crowd.reached(endsBeforeHarm);
    const before = crowd.ended.size;
    way.harm(server.data);
    await Promise.race([
      crowd.reached(before + endsAfterHarm),
      crowd.gone,
      later(patienceMs, undefined, { ref: false }),
    ]);
    await server.kill();
    await crowd.gone;
    const after = crowd.ended.size - before;
    const left = leftBehind(way.foundIn?.(server.data) ?? server.data);
    const wrong = [...crowd.wrong, ...losses(left, crowd.ended)];
    return {
      before,
      after,
      wrong: way.goesOn && after < endsAfterHarm ? [...wrong, 'it did not go on'] : wrong,
    };
  } finally {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function emptyFolder(file: string): void {
  for (const name of readdirSync(dirname(file)))
    if (name.startsWith('sandbox.db')) rmSync(join(dirname(file), name));
}

function replace(file: string): void {
  const other = `${file}.other`;
  const sqlite = new Sqlite(other);
  sqlite.exec('CREATE TABLE songs (title TEXT)');
  sqlite.close();
  renameSync(other, file);
}

function moveAndBack(file: string): void {
  renameSync(file, `${file}.away`);
  renameSync(`${file}.away`, file);
}
