import { nextTurn } from '../../host/timers.ts';
import type { PageRequest } from '../../store/statements.ts';

/** The format of a file of rows. */
export interface RowFile<Row> {
  readonly before: string;
  readonly row: (row: Row) => string;
  readonly between: string;
  readonly after: string;
}

/** Some rows of a list, and the id below which it continues; undefined at its end. */
export interface Slice<Row> {
  readonly rows: readonly Row[];
  readonly next: number | undefined;
}

/** A file holds so many of the newest rows. */
const mostRows = 10_000;
const rowsInSlice = 100;

/** The text of a file with the newest rows of a list. It is made a few rows at a time: between the slices others are served. */
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

/** The rows that one query found: a full slice may have another one behind it. */
export function sliceOf<Row extends { readonly id: number }>(
  rows: readonly Row[],
  { limit }: PageRequest,
): Slice<Row> {
  return { rows, next: rows.length === limit ? rows.at(-1)?.id : undefined };
}

/** `{"data": […]}`, as the control API has the rows. */
export function jsonFile<Row>(shape: (row: Row) => unknown): RowFile<Row> {
  const row = (each: Row) => JSON.stringify(shape(each), null, 2).replaceAll('\n', '\n    ');
  return { before: '{\n  "data": [\n    ', row, between: ',\n    ', after: '\n  ]\n}' };
}
