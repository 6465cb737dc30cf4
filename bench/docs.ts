import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '../docs/performance.md');

/** Puts what a command printed in the place that docs/performance.md has for it. */
export function writeIntoDocs(place: 'figures' | 'soak' | 'profile', command: string, report: string): void {
  const text = readFileSync(page, 'utf8');
  const [begin, end] = [`<!-- ${place} -->`, `<!-- end of ${place} -->`];
  const [before, after] = [text.split(begin)[0], text.split(end)[1]];
  if (before === undefined || after === undefined) throw new Error(`docs/performance.md has no ${begin}`);
  writeFileSync(page, `${before}${begin}\n\n\`${command}\`, ${report}\n\n${end}${after}`);
}
