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
 * The text of a file with a list's newest rows, in parts. Rows are read as the parts are taken, so that a
 * download needs little memory and stops when its client leaves. Empty parts let other requests go first.
 */
export function* rowFile<Row>(
  { before, row, between, after }: RowFile<Row>,
  list: (page: PageRequest) => Slice<Row>,
): Generator<string> {
  yield before;
  let count = 0;
  let from: number | undefined = Number.MAX_SAFE_INTEGER;
  while (from !== undefined && count < mostRows) {
    const { rows, next }: Slice<Row> = list({ before: from, limit: rowsInSlice });
    for (const each of rows) {
      yield count === 0 ? row(each) : between + row(each);
      count += 1;
    }
    from = next;
    yield '';
  }
  yield after;
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
