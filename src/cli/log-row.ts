import { styleText } from 'node:util';
import { oneLine } from './output.ts';
import { padded, shortened, textWidth, wrapped } from './text-width.ts';

/** Basic colors, which terminals adapt to their background. */
export type Color = 'green' | 'yellow' | 'red' | 'cyan' | 'magenta';

/** One value on a log line. */
export interface Cell {
  readonly text: string;
  readonly color?: Color | undefined;
  /** If the line is too long: `cut` and then `cut last` shorten the value, `omit` drops it. Otherwise it stays. */
  readonly ifLong?: 'cut' | 'cut last' | 'omit';
}

export interface Look {
  /** Columns of the terminal. Infinite for a file or a pipe. */
  readonly width: number;
  readonly hasColor: boolean;
}

const gap = '  ';
/** Width of time, status and duration with the spaces after them. The text of every line starts here. */
const textStart = 24;
/** Details start below the status. */
const detailStart = 10;
const nameWidth = 22;
const leastWidth = 8;
const mostWithoutWidth = 300;
const mostDetailLines = 4;

export function cell(text: string | null | undefined, options: Omit<Cell, 'text'> = {}): Cell[] {
  if (text === null || text === undefined || text === '') return [];
  return [{ ...options, text: shortened(oneLine(text), mostWithoutWidth) }];
}

/** A log line that fits the terminal: the head, a name in its own column, and the values. */
export function row(head: readonly Cell[], name: Cell, values: readonly Cell[], look: Look): string {
  const cells = fitted(name, values, look.width - textStart);
  return `${head.map((each) => painted(each, look)).join('')}${cells.map((each) => painted(each, look)).join(gap)}`.trimEnd();
}

/** A log line of one text, which continues on the next lines if it is long. */
export function note(head: readonly Cell[], text: string, look: Look): string[] {
  const lines = wrapped(shortened(oneLine(text), mostWithoutWidth), look.width - textStart, mostDetailLines);
  const start = head.map((each) => painted(each, look)).join('');
  return lines.map((line, at) => (at === 0 ? start : ' '.repeat(textStart)) + line);
}

/** Texts below an entry, on one line if they fit. Long ones continue on the next line. */
export function detail(texts: readonly string[], look: Look, between = gap): string[] {
  const indent = look.width < 60 ? 2 : detailStart;
  const room = look.width - indent;
  const shown = texts.map((text) => shortened(oneLine(text), mostWithoutWidth)).filter((text) => text !== '');
  const together = shown.join(between);
  const lines = textWidth(together) <= room ? [together] : shown;
  return lines
    .filter((line) => line !== '')
    .flatMap((line) => wrapped(line, room, mostDetailLines))
    .map((line) => ' '.repeat(indent) + line);
}

/** Fits the cells: drops `omit` cells, then cuts the widest ones, then gives up the name column. */
function fitted(name: Cell, values: readonly Cell[], room: number): Cell[] {
  const column = { ...name, text: padded(name.text, nameWidth) };
  const kept = [...values];
  const isOver = () => widthOf([column, ...kept]) > room;
  for (let at = kept.length - 1; at >= 0 && isOver(); at -= 1)
    if (kept[at]?.ifLong === 'omit') kept.splice(at, 1);
  const [first = column, ...others] = cut([column, ...kept], room);
  if (widthOf([first, ...others]) <= room) return [first, ...others];
  for (let last = kept.length; last > 0; last -= 1) {
    const narrow = cut([name, ...kept.slice(0, last)], room);
    if (widthOf(narrow) <= room) return narrow;
  }
  return [toWidth(name, room)];
}

/** Shortens the widest values, but never below a readable width. */
function cut(cells: readonly Cell[], room: number): Cell[] {
  const kept = [...cells];
  for (const ifLong of ['cut', 'cut last'] as const)
    for (;;) {
      const widths = kept.map((each) => (each.ifLong === ifLong ? textWidth(each.text) : 0));
      const widest = Math.max(...widths);
      const each = kept[widths.indexOf(widest)];
      const over = widthOf(kept) - room;
      if (over <= 0) return kept;
      if (!each || widest <= leastWidth) break;
      kept[widths.indexOf(widest)] = toWidth(each, Math.max(leastWidth, widest - over));
    }
  return kept;
}

function toWidth(each: Cell, width: number): Cell {
  return { ...each, text: shortened(each.text, width) };
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { text }) => sum + textWidth(text), gap.length * (cells.length - 1));
}

function painted({ text, color }: Cell, { hasColor }: Pick<Look, 'hasColor'>): string {
  return hasColor && color ? styleText(color, text, { validateStream: false }) : text;
}
