import { styleText } from 'node:util';
import { printable, printableJson } from '../host/printable.ts';
import type { ControlFlags } from './control-client.ts';
import { moreOf, type PageFlags, type PageOf, rowsOf } from './pages.ts';
import { print } from './print.ts';

type Cell = string | number | null | undefined;

/** Prints what a command found: the API's own answer with `--json`, else lines for people. */
export function show({ json }: Pick<ControlFlags, 'json'>, answer: unknown, lines: () => string): void {
  print(json ? jsonText(answer) : lines());
}

/** One line of JSON without the control characters that JSON itself lets through. */
export function jsonText(value: unknown): string {
  return printableJson(JSON.stringify(value));
}

/** Prints a list: with `--json` as the API answers, else its rows under their headings, and how many more there are. */
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

/** One very long value must not push the rest of every row out of sight. */
const widestColumn = 200;

/** Aligned columns under their headings; `none` when there are no rows. */
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

/** Names and values, one pair a line; a value that is not there is left out. */
export function pairs(rows: readonly (readonly [name: string, value: Cell])[]): string {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${faint(name.padEnd(width))}  ${oneLine(value)}`).join('\n');
}

/** Text from elsewhere in one line of the terminal. */
export function oneLine(value: Cell): string {
  return printable(String(value ?? '')).replaceAll('\n', ' ');
}

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

// Colours only on a terminal: styleText looks at the stream, and at NO_COLOR.
export function faint(text: string): string {
  return styleText('dim', text, { stream: process.stdout });
}

export function coloured(color: 'green' | 'red' | 'yellow', text: string): string {
  return styleText(color, text, { stream: process.stdout });
}
