import { styleText } from 'node:util';
import { printable, printableJson } from '../host/printable.ts';
import type { ControlFlags } from './control-client.ts';
import { moreOf, type PageFlags, type PageOf, rowsOf } from './pages.ts';
import { print } from './print.ts';

type Cell = string | number | null | undefined;

/** Prints a result: the API's answer with `--json`, otherwise text. */
export function show({ json }: Pick<ControlFlags, 'json'>, answer: unknown, lines: () => string): void {
  print(json ? jsonText(answer) : lines());
}

/** One line of JSON. Escapes the control characters that JSON permits. */
export function jsonText(value: unknown): string {
  return printableJson(JSON.stringify(value));
}

/** Prints a list: the API's answer with `--json`, otherwise a table and how many more rows there are. */
export async function showList<Row>(
  flags: PageFlags & Pick<ControlFlags, 'json'>,
  page: PageOf<Row>,
  text: {
    readonly headings: readonly string[];
    readonly row: (row: Row) => readonly Cell[];
    readonly none: string;
  },
): Promise<void> {
  const { data, next } = await rowsOf(flags, page);
  const more = flags.json ? '' : await moreOf(next, page);
  show(flags, { data, next }, () => table(text.headings, data.map(text.row), text.none) + more);
}

/** Keeps one very long value from widening every row. */
const widestColumn = 200;

/** A table with aligned columns; `none` if there are no rows. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  none = 'There are none.',
): string {
  if (rows.length === 0) return none;
  const cells = rows.map((row) => row.map(oneLine));
  const widths = headings.map((heading, at) =>
    Math.min(widestColumn, Math.max(heading.length, ...cells.map((row) => (row[at] ?? '').length))),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [faint(line(headings)), ...cells.map(line)].join('\n');
}

/** One name and value per line. Skips missing values. */
export function pairs(rows: readonly (readonly [name: string, value: Cell])[]): string {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${faint(name.padEnd(width))}  ${oneLine(value)}`).join('\n');
}

/** Foreign text as a single printable line. */
export function oneLine(value: Cell): string {
  return printable(String(value ?? '')).replaceAll('\n', ' ');
}

/** The columns of a terminal, some of which say 0. Anything else takes lines of every length. */
export function widthOf(stream: NodeJS.WriteStream): number {
  return stream.isTTY ? stream.columns || 80 : Number.POSITIVE_INFINITY;
}

/** A number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A file size, such as `4.2 MB` or `37 kB`. */
export function fileSize(bytes: number): string {
  return bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

// `styleText` colors terminals only and respects NO_COLOR.
export function faint(text: string): string {
  return styleText('dim', text, { stream: process.stdout });
}

export function coloured(color: 'green' | 'red' | 'yellow', text: string): string {
  return styleText(color, text, { stream: process.stdout });
}
