import { statSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { refusedFile } from './data-file-error.ts';

/** How much of a file is looked at when it is opened: what can be in a moment, or all of it, however long that takes. */
export type Check = 'quick' | 'full';

const mebibyte = 1024 * 1024;
/** Every page, and every entry of every index against its row: 20 ms a MiB, and more where it does not fit into the memory. */
const mostThorough = 4 * mebibyte;
/** Every page: 2 ms a MiB. */
const mostQuick = 64 * mebibyte;
/** Tables that every request needs, and that stay small. */
const vital = ['accounts', 'access_tokens', 'whitelist_entries', 'facts', 'faults', 'snapshots'];

/**
 * Refuses a file whose damage would else be found in the middle of the work, or never. Of a large one, a start looks at its length and its
 * vital tables alone (ADR 9): what is damaged elsewhere is told when it is met, and by `doctor`.
 */
export function refuseDamaged(sqlite: Sqlite.Database, file: string, check: Check): void {
  if (!isSound(sqlite, file, check)) throw refusedFile(file, 'SQLITE_CORRUPT');
}

function isSound(sqlite: Sqlite.Database, file: string, check: Check): boolean {
  const { size } = statSync(file);
  const isOk = (check: string) => sqlite.pragma(check, { simple: true }) === 'ok';
  if (check === 'full' || size <= mostThorough) return isOk('integrity_check(1)');
  if (size <= mostQuick) return isOk('quick_check(1)');
  return isLongEnough(sqlite, file) && vital.every((table) => isOk(`quick_check(${table})`));
}

/** Whether the file is not cut off. Pages that are still in the log are no part of it yet. */
function isLongEnough(sqlite: Sqlite.Database, file: string): boolean {
  if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) return true;
  const bytes = (name: string) => Number(sqlite.pragma(name, { simple: true }));
  return statSync(file).size >= bytes('page_count') * bytes('page_size');
}
