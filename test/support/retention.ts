import type Sqlite from 'better-sqlite3';
import { expect } from 'vitest';
import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { freshSandbox } from './fresh.ts';
import type { TestOptions, TestSandbox } from './sandbox.ts';

/** Small enough to fill quickly. */
const retention = { requests: 100, events: 200, otps: 100 };

/** A new sandbox that keeps few rows. */
export function keeping(more: Readonly<Record<string, number>> = {}, options: TestOptions = {}) {
  return freshSandbox({ settings: { retention: { ...retention, ...more } }, ...options });
}

/** Sends this many codes to different phones, all of them in the inbox. */
export async function codes(sandbox: TestSandbox, count: number, from = 0): Promise<void> {
  for (let done = 0; done < count; done += 50) {
    const numbers = Array.from(
      { length: Math.min(50, count - done) },
      (_, each) => 910_000_000 + from + done + each,
    );
    const answers = await Promise.all(
      numbers.map((number) =>
        sandbox.call('walletB/verify', { mobile_number: `0${number}`, amount: '10.00' }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
}

/** Deletes excess rows now, as if more than a minute had passed since the last event. */
export async function tidied({ skipRealTime, runtime: { retention: kept } }: TestSandbox): Promise<void> {
  // The first round marks the newest event. In the second one, a minute later, every reader counts as having
  // read up to it.
  for (const ms of [1000, 60_000]) {
    skipRealTime(ms);
    kept.abandon();
    await kept.tidy();
  }
}

/** Doubles the requests and events this many times. Each row gets its own ID. */
export function multiplied(sandbox: TestSandbox, doublings: number): void {
  const sqlite = sandboxConnection(sandbox);
  for (let done = 0; done < doublings; done += 1)
    sqlite.exec(doubled(sqlite, 'requests') + doubled(sqlite, 'events'));
}

/** A table's row count and lowest ID. */
export function rowsOf(sandbox: TestSandbox, table: string): unknown {
  return sandboxConnection(sandbox).prepare(`SELECT count(*), min(id) FROM ${table}`).raw().get();
}

function doubled(sqlite: Sqlite.Database, table: string): string {
  const columns = sqlite
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table);
  const others = columns.filter((name) => name !== 'id').join(', ');
  return `INSERT INTO ${table} (${others}) SELECT ${others} FROM ${table};`;
}
