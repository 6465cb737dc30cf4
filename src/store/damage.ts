import { statSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { refusedFile } from './data-file-error.ts';

/** How thoroughly to check a file on opening: a moment's worth, or everything, however long it takes. */
export type Check = 'quick' | 'full';

const mebibyte = 1024 * 1024;
/**
 * Up to this size, check every page, and every index entry against its row. Takes 20 ms per MiB, or more if
 * it does not fit into memory.
 */
const mostThorough = 4 * mebibyte;
/** Up to this size, check every page. Takes 2 ms per MiB. */
const mostQuick = 64 * mebibyte;
/** Small tables that every request needs. */
const vital = ['accounts', 'access_tokens', 'whitelist_entries', 'facts', 'faults', 'snapshots'];

/** Columns that every request reads as a JSON object. */
const objects = [
  ['accounts', 'gateways'],
  ['faults', 'match'],
  ['faults', 'effect'],
] as const;

/**
 * Refuses a damaged file, since the damage might otherwise surface much later. For a large file, a start
 * checks only its length and the vital tables (ADR 9). Other damage is reported when it is encountered, and
 * by `doctor`.
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

/** Whether the file is not truncated. Pages that are still in the log do not belong to it yet. */
function isLongEnough(sqlite: Sqlite.Database, file: string): boolean {
  if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) return true;
  const bytes = (name: string) => Number(sqlite.pragma(name, { simple: true }));
  return statSync(file).size >= bytes('page_count') * bytes('page_size');
}

/** Whether every row has a JSON object in this column. A file from an older version may lack the column. */
function isReadable(sqlite: Sqlite.Database, [table, column]: (typeof objects)[number]): boolean {
  const has = sqlite.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column);
  if (has === undefined) return true;
  const type = `CASE WHEN json_valid(${column}) THEN json_type(${column}) END`;
  return sqlite.prepare(`SELECT 1 FROM ${table} WHERE ${type} IS NOT 'object' LIMIT 1`).get() === undefined;
}
