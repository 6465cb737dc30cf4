import { faint, oneLine, widthOf } from './output.ts';

/** A line that the next one overwrites. Terminals only. */
export function whisper(words: string): void {
  if (!process.stderr.isTTY) return;
  const width = widthOf(process.stderr) - 1;
  process.stderr.write(`\r\u001B[K${words === '' ? '' : faint(oneLine(words).slice(0, width))}`);
}
