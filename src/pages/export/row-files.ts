import { nextTurn } from '../../host/timers.ts';
import type { PageRequest } from '../../store/statements.ts';

/** The format of a file of rows. */
export interface RowFile<Row> {
  readonly before: string;
  readonly row: (row: Row) => string;
  readonly between: string;
  readonly after: string;
}

/** A file contains at most this many of the newest rows. */
const mostRows = 10_000;
const rowsInSlice = 100;

/** The text of a file with the newest rows. Built in slices, so that other requests are served in between. */
export async function rowFile<Row extends { readonly id: number }>(
  { before, row, between, after }: RowFile<Row>,
  list: (page: PageRequest) => readonly Row[],
): Promise<string> {
  const texts: string[] = [];
  for (let from = Number.MAX_SAFE_INTEGER; texts.length < mostRows; await nextTurn()) {
    const rows = list({ before: from, limit: rowsInSlice });
    for (const each of rows) texts.push(row(each));
    const last = rows.at(-1);
    if (!last || rows.length < rowsInSlice) break;
    from = last.id;
  }
  return before + texts.join(between) + after;
}

/** `{"data": […]}`, with rows as in the control API. */
export function jsonFile<Row>(shape: (row: Row) => unknown): RowFile<Row> {
  const row = (each: Row) => JSON.stringify(shape(each), null, 2).replaceAll('\n', '\n    ');
  return { before: '{\n  "data": [\n    ', row, between: ',\n    ', after: '\n  ]\n}' };
}
