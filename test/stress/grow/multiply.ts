import Sqlite from 'better-sqlite3';
import { defaultSettings } from '../../../src/settings/settings.ts';

const tables = [
  'transactions',
  'checkouts',
  'callbacks',
  'callback_attempts',
  'verifications',
  'otps',
  'events',
  'requests',
] as const;
type Table = (typeof tables)[number];

/** The table that a column's IDs refer to. */
const idsOf: Readonly<Record<string, Table>> = {
  transaction_id: 'transactions',
  callback_id: 'callbacks',
  otp_id: 'otps',
  after_event: 'events',
};
/** All rows are from the last day. */
const spanMs = 24 * 3_600_000;
const timesAtOnce = 2000;
/** Large enough that processes of different repetitions do not collide. */
const processStep = 7919;

/** Multiplies a data file's rows until it has this many transactions. Returns the number. */
export function multiply(file: string, transactions: number): number {
  const sqlite = new Sqlite(file);
  sqlite.pragma('journal_mode = DELETE');
  sqlite.pragma('journal_mode = OFF');
  sqlite.pragma('synchronous = OFF');
  sqlite.pragma('cache_size = -262144');
  for (const table of tables) sqlite.exec(`CREATE TEMP TABLE first_${table} AS SELECT * FROM main.${table}`);
  const first = count(sqlite, 'transactions');
  const times = Math.ceil(transactions / first) - 1;
  for (const table of tables) sqlite.exec(`UPDATE ${table} SET ${agedBy(sqlite, table, times)}`);
  const insert = sqlite.transaction((from: number, to: number) => {
    for (const table of tables) {
      const oldest = times - kept(sqlite, table);
      sqlite.exec(insertOf(sqlite, table, Math.max(from, oldest), to, times));
    }
  });
  for (let from = 0; from < times; from += timesAtOnce) insert(from, Math.min(times, from + timesAtOnce));
  const all = first * (times + 1);
  sqlite.close();
  return all;
}

/** The first rows are the oldest. */
function agedBy(sqlite: Sqlite.Database, table: Table, times: number): string {
  const columns = columnsOf(sqlite, table).filter(isTime);
  return columns.map((column) => `${column} = ${earlier(column, String(times), times)}`).join();
}

/** The maximum number of repetitions of a table: as many as the product would have kept. */
function kept(sqlite: Sqlite.Database, table: Table): number {
  const { retention } = defaultSettings('observed');
  const most = new Map<Table, number | null>([
    ['otps', retention.otps],
    // A process is deleted with its last code.
    ['verifications', retention.otps],
    ['events', retention.events],
    ['requests', retention.requests],
  ]).get(table);
  return most === undefined || most === null
    ? Number.POSITIVE_INFINITY
    : Math.floor(most / count(sqlite, table));
}

function count(sqlite: Sqlite.Database, table: Table): number {
  return sqlite.prepare<[], number>(`SELECT count(*) FROM temp.first_${table}`).pluck().get() ?? 0;
}

/** A statement that repeats a table's first rows for a range of repetitions, oldest first. */
function insertOf(sqlite: Sqlite.Database, table: Table, from: number, to: number, times: number): string {
  const columns = columnsOf(sqlite, table);
  const values = columns.map((column) => repeated(sqlite, table, column, times));
  return `WITH RECURSIVE numbers (k) AS (SELECT ${from + 1} WHERE ${from} < ${to} UNION ALL SELECT k + 1 FROM numbers WHERE k < ${to})
    INSERT INTO main.${table} (${columns.join()}) SELECT ${values.join()} FROM numbers CROSS JOIN temp.first_${table}`;
}

function repeated(sqlite: Sqlite.Database, table: Table, column: string, times: number): string {
  const owner = column === 'id' ? table : idsOf[column];
  if (owner !== undefined) return `${column} + k * ${count(sqlite, owner)}`;
  if (column === 'process_id')
    return `CAST(process_id + k * iif(process_id > '5', -${processStep}, ${processStep}) AS TEXT)`;
  if (column === 'invoice_no' || column === 'token') return `${column} || '-' || k`;
  if (isTime(column)) return earlier(column, `(${times} - k)`, times);
  if (column !== 'data') return column;
  return `json_replace(data, ${['callback_id', 'otp_id'].map((name) => inJson(sqlite, name)).join()})`;
}

function isTime(column: string): boolean {
  return column === 'at' || column.endsWith('_at');
}

function earlier(column: string, howOften: string, times: number): string {
  return `${column} - ${howOften} * ${Math.ceil(spanMs / (times + 1))}`;
}

/** A JSON member with an ID, as a string if it is one. Changes nothing if there is no such member. */
function inJson(sqlite: Sqlite.Database, name: string): string {
  const value = `(data ->> '${name}') + k * ${count(sqlite, idsOf[name] ?? 'otps')}`;
  return `'$.${name}', iif(json_type(data, '$.${name}') = 'text', CAST(${value} AS TEXT), ${value})`;
}

function columnsOf(sqlite: Sqlite.Database, table: Table): string[] {
  return sqlite.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
}
