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

/** Columns that every request reads as a JSON object. */
const objects = [
  ['accounts', 'gateways'],
  ['faults', 'match'],
  ['faults', 'effect'],
] as const;

/**
 * Refuses a file whose damage would else be found in the middle of the work, or never. Of a large one, a start looks at its length and its
 * vital tables alone (ADR 9): what is damaged elsewhere is told when it is met, and by `doctor`.
 */
export function refuseDamaged(sqlite: Sqlite.Database, file: string, check: Check): void {
  if (!isSound(sqlite, file, check) || !objects.every((each) => isReadable(sqlite, each)))
    throw refusedFile(file, 'SQLITE_CORRUPT');
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

/** Whether every row has a JSON object in the column; a file of an older version may not have the column yet. */
function isReadable(sqlite: Sqlite.Database, [table, column]: (typeof objects)[number]): boolean {
  const has = sqlite.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column);
  if (has === undefined) return true;
  const type = `CASE WHEN json_valid(${column}) THEN json_type(${column}) END`;
  return sqlite.prepare(`SELECT 1 FROM ${table} WHERE ${type} IS NOT 'object' LIMIT 1`).get() === undefined;
}
