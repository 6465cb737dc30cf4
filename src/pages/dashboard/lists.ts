import type { Context } from 'hono';
import type { AppEnv } from '../../http/connection.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { PageRequest } from '../../store/statements.ts';
import { mostCounted, type Tally } from '../../store/tallied.ts';
import type { Reader } from '../reader.ts';
import { testerFrame } from '../tester-frame.ts';
import type { FilteredList, FilterField, Link, Pill } from './page-models.ts';

const rowsOnAPage = 50;

/** A list of the dashboard: its rows, filters and export formats. */
export interface ListDefinition<Row extends { readonly id: string }> {
  readonly section: 'transactions' | 'requests' | 'callbacks';
  readonly filters: (
    runtime: Runtime,
    reader: Reader,
    value: (name: string) => string,
  ) => readonly FilterField[];
  readonly rows: (
    runtime: Runtime,
    reader: Reader,
    value: (name: string) => string | undefined,
    page: PageRequest,
  ) => TalliedRows<Row>;
  readonly fileKinds: readonly string[];
}

/** The rows of one page. */
export interface ListedRows<Row> {
  readonly rows: readonly Row[];
  /** The ID below which the next page starts. Undefined on the last page. */
  readonly next: number | undefined;
}

interface TalliedRows<Row> extends ListedRows<Row> {
  /** How many of the newest rows have each value of the main filter. */
  readonly tally: Tally;
}

/** For rows of a single query: a full page may be followed by another. */
export function fullPages<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { limit }: PageRequest,
): ListedRows<Row> {
  const last = rows.at(-1);
  return { rows, next: last && rows.length === limit ? Number(last.id) : undefined };
}

/** The model of a list page, from its URL. Empty filters are ignored. */
export function listPage<Row extends { readonly id: string }>(
  c: Context<AppEnv>,
  runtime: Runtime,
  reader: Reader,
  list: ListDefinition<Row>,
): FilteredList<Row> {
  // Read before the rows: events in between are then sent twice instead of missed.
  const cursor = String(runtime.store.events.lastId());
  const filters = list.filters(runtime, reader, (name) => c.req.query(name) ?? '');
  const page: PageRequest = { before: beforeOf(c), limit: rowsOnAPage };
  const { rows, next, tally } = list.rows(runtime, reader, filterOf(c), page);
  const isFirst = page.before === Number.MAX_SAFE_INTEGER;
  const href = (more: Readonly<Record<string, string>>, path = '') =>
    hrefOf(list.section, filters, { ...inAccount(reader), ...more }, path);
  return {
    ...testerFrame(runtime, reader, list.section, reader.t.rail.pages[list.section]),
    rows,
    mainFilter: filters.find(({ isMain }) => isMain),
    pills: pillsOf(reader, filters, tally, (value, name) =>
      hrefOf(list.section, filters, { ...inAccount(reader), [name]: value }, ''),
    ),
    filters: filters.filter(({ isMain }) => !isMain),
    isFiltered: filters.some(({ value }) => value !== ''),
    newest: isFirst ? (rows[0]?.id ?? '0') : '',
    cursor,
    olderHref: next === undefined ? undefined : href({ before: String(next) }),
    isCut: next !== undefined && rows.length < rowsOnAPage,
    newestHref: isFirst ? undefined : href({}),
    kept: list.section === 'callbacks' ? null : runtime.settings.current.retention[list.section],
    exports: list.fileKinds.map(
      (kind): Link => ({ label: kind.toUpperCase(), href: href({}, `/export/${kind}`), isFile: true }),
    ),
  };
}

/** A filter's value from the URL. Undefined if absent or empty. */
export function filterOf(c: Context<AppEnv>): (name: string) => string | undefined {
  return (name) => c.req.query(name) || undefined;
}

/** The ID in the URL below which a page starts. Without one, the newest page. */
export function beforeOf(c: Context<AppEnv>): number {
  const before = c.req.query('before') ?? '';
  return /^\d{1,15}$/.test(before) ? Number(before) : Number.MAX_SAFE_INTEGER;
}

function pillsOf(
  { t }: Reader,
  filters: readonly FilterField[],
  tally: Tally,
  href: (value: string, name: string) => string,
): Pill[] {
  const total = [...tally.values()].reduce((sum, count) => sum + count, 0);
  const more = total < mostCounted ? '' : '+';
  const main = filters.find(({ isMain }) => isMain);
  const all = { value: '', label: t.dashboard.lists.all };
  return (main ? [all, ...(main.choices ?? [])] : []).map(({ value, label }) => ({
    kind: value,
    label,
    href: href(value, main?.name ?? ''),
    isCurrent: value === main?.value,
    count: countText(value === '' ? total : tally.get(value), more),
  }));
}

function countText(count = 0, more: string): string {
  return count === 0 ? '' : `${count}${more}`;
}

function inAccount({ account }: Reader): Readonly<Record<string, string>> {
  return account === '' ? {} : { account };
}

function hrefOf(
  section: string,
  filters: readonly FilterField[],
  more: Readonly<Record<string, string>>,
  path: string,
): string {
  const chosen = filters
    .filter(({ value }) => value !== '')
    .map(({ name, value }): [string, string] => [name, value]);
  const all = Object.entries({ ...Object.fromEntries(chosen), ...more }).filter(([, value]) => value !== '');
  const query = new URLSearchParams(all).toString();
  return `/_sandbox/${section}${path}${query === '' ? '' : `?${query}`}`;
}
