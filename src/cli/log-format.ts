import { styleText } from 'node:util';
import type { LogEntry } from '../client/contract.ts';
import { localDay } from './local-time.ts';
import { type LogLook, logLines } from './log-lines.ts';
import { jsonText, widthOf } from './output.ts';

/** Formats log entries, and the notes about entries that are not shown. */
export interface Formatter {
  readonly entry: (entry: LogEntry) => string[];
  readonly skipped: (count: number) => string;
  readonly leftOut: (count: number) => string;
  readonly dropped: (count: number) => string;
}

/** One JSON object per line. */
export const jsonFormatter: Formatter = {
  entry: (entry) => [jsonText(entry)],
  skipped: (count) => jsonText({ kind: 'skipped', count, message: 'more calls without valid keys' }),
  leftOut: (count) => jsonText({ kind: 'skipped', count, message: 'calls came too fast to show here' }),
  dropped: (count) => jsonText({ kind: 'dropped', count, message: 'the output is too slow' }),
};

/** Lines for people. A line marks a new day. `look` is called for each entry: a terminal can be resized. */
export function textFormatter(
  look: () => LogLook,
  reader: string,
  today = localDay(new Date().toISOString()),
): Formatter {
  let day = today;
  return {
    entry: (entry) => {
      const lines = logLines(entry, look());
      const entryDay = localDay(entry.at);
      if (entryDay === day) return lines;
      day = entryDay;
      return [day, ...lines];
    },
    skipped: (count) => `… ${grouped(count)} more ${count === 1 ? 'call' : 'calls'} without valid keys`,
    leftOut: (count) =>
      `… ${grouped(count)} more ${count === 1 ? 'call' : 'calls'}, too fast to show here: gateway-sandbox logs has all`,
    dropped: (count) => `… ${grouped(count)} ${count === 1 ? 'line' : 'lines'} dropped: ${reader}`,
  };
}

/** Width and color of an output stream. Node decides on colors: terminal, NO_COLOR, FORCE_COLOR, TERM. */
export function lookOf(stream: NodeJS.WriteStream, url: string): () => LogLook {
  const hasColor = styleText('red', 'x', { stream }) !== 'x';
  return () => ({ width: widthOf(stream), hasColor, url });
}

export const plainLook = (url: string) => (): LogLook => ({
  width: Number.POSITIVE_INFINITY,
  hasColor: false,
  url,
});

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
