import { closeSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { asking } from '../load/ask.ts';
import { leftBehind, losses } from '../load/left-behind.ts';
import { MortalServer } from '../load/mortal-server.ts';
import { Crowd } from './crowd.ts';

/** What another program does to the data file while customers pay. `at`: a random number from 0 to 1. */
export const damages: Readonly<Record<string, (file: string, at: number) => void>> = {
  'the log emptied': (file) => truncateSync(`${file}-wal`, 0),
  'the log cut off': (file, at) => cut(`${file}-wal`, at),
  'a page of the log overwritten': (file, at) => overwrite(`${file}-wal`, at, 4120, 32 + 24),
  'the file cut off': (file, at) => cut(file, at),
  'a page of the file overwritten': (file, at) => overwrite(file, at, 4096, 0),
};

export interface DamageRun {
  /** Payments and cancellations that were answered after the damage. */
  readonly after: number;
  /** Time until the health check reported it. Undefined if it never did. */
  readonly noticedMs: number | undefined;
  /** Unnoticed, although something is broken or missing at the end. */
  readonly wrong: readonly string[];
}

const customers = 4;
const endsBeforeHarm = 20;
const patienceMs = 10_000;

/**
 * Damages the built server's data file while customers pay. Checks that it is noticed, or repaired by the
 * server's own writes.
 */
export async function damageRun(name: string): Promise<DamageRun> {
  const damage = damages[name];
  if (!damage) throw new Error(`there is no damage ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-damage-'));
  const server = new MortalServer(folder);
  try {
    // A stop writes the log into the file, so that there is something to damage.
    await server.start();
    await new Crowd(
      asking(() => server.url),
      1,
      endsBeforeHarm,
    ).gone;
    await server.kill('SIGTERM');
    await server.start();
    const crowd = new Crowd(
      asking(() => server.url),
      customers,
    );
    await crowd.reached(endsBeforeHarm);
    await later(Math.random() * 1000);
    damage(server.data, Math.random());
    const [before, harmedAt] = [crowd.ended.size, performance.now()];
    const noticed = await failing(server.url);
    const noticedMs = noticed ? Math.round(performance.now() - harmedAt) : undefined;
    await server.kill('SIGTERM');
    await crowd.gone;
    const wrong = noticed ? [] : losses(leftBehind(server.data), crowd.ended);
    return { after: crowd.ended.size - before, noticedMs, wrong: [...crowd.wrong, ...wrong] };
  } finally {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the health check fails within the time limit. */
async function failing(url: string): Promise<boolean> {
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    if ((await fetch(`${url}/_sandbox/health`)).status === 503) return true;
    await later(20);
  }
  return false;
}

function cut(path: string, at: number): void {
  truncateSync(path, Math.floor(statSync(path).size * at));
}

/** Overwrites one unit of the file with garbage while others write. */
function overwrite(path: string, at: number, unit: number, first: number): void {
  const units = Math.floor((statSync(path).size - first) / unit);
  const position = first + Math.floor(units * at) * unit;
  const fd = openSync(path, 'r+');
  writeSync(fd, Buffer.alloc(4096, 0xff), 0, 4096, position);
  closeSync(fd);
}
