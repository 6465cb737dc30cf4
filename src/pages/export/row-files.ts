import { nextTurn } from '../../host/timers.ts';
import type { PageRequest } from '../../store/statements.ts';

/** The format of a file of rows. */
export interface RowFile<Row> {
  readonly before: string;
  readonly row: (row: Row) => string;
  readonly between: string;
  readonly after: string;
}

/** Some rows of a list. `next` is the id below which it continues, or undefined at the end. */
export interface Slice<Row> {
  readonly rows: readonly Row[];
  readonly next: number | undefined;
}

/** The most rows in a file. Older rows are left out. */
const mostRows = 10_000;
const rowsInSlice = 100;

/**
 * The text of a file with a list's newest rows, built in slices so that other requests are served in between.
 */
export async function rowFile<Row>(
  { before, row, between, after }: RowFile<Row>,
  list: (page: PageRequest) => Slice<Row>,
): Promise<string> {
  const texts: string[] = [];
  let from: number | undefined = Number.MAX_SAFE_INTEGER;
  while (from !== undefined && texts.length < mostRows) {
    const { rows, next }: Slice<Row> = list({ before: from, limit: rowsInSlice });
    for (const each of rows) texts.push(row(each));
    from = next;
    await nextTurn();
  }
  return before + texts.join(between) + after;
}

/** A full slice may have another one after it. */
export function sliceOf<Row extends { readonly id: number }>(
  rows: readonly Row[],
  { limit }: PageRequest,
): Slice<Row> {
  return { rows, next: rows.length === limit ? rows.at(-1)?.id : undefined };
}

/** `{"data": […]}`, as in the control API. */
export function jsonFile<Row>(shape: (row: Row) => unknown): RowFile<Row> {
  const row = (each: Row) => JSON.stringify(shape(each), null, 2).replaceAll('\n', '\n    ');
  return { before: '{\n  "data": [\n    ', row, between: ',\n    ', after: '\n  ]\n}' };
}
