import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages that the results are inserted into. */
const pageOf = {
  summary: 'docs/performance.md',
  figures: 'docs/contributing/performance-log.md',
  soak: 'docs/contributing/performance-log.md',
  profile: 'docs/contributing/performance-log.md',
} as const;

/** Inserts a report between `<!-- place -->` and `<!-- end of place -->` of its page. */
export function writeIntoDocs(place: keyof typeof pageOf, command: string, report: string): void {
  const page = pageOf[place];
  const file = join(import.meta.dirname, '..', page);
  const written = withReport(readFileSync(file, 'utf8'), place, `\`${command}\`, ${report}`);
  if (written === undefined) throw new Error(`${page} has no <!-- ${place} -->`);
  writeFileSync(file, written);
}

/** The page with the report inserted. Undefined if the page lacks the markers. */
export function withReport(page: string, place: string, report: string): string | undefined {
  const [begin, end] = [`<!-- ${place} -->`, `<!-- end of ${place} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) return undefined;
  return `${page.slice(0, from)}${begin}\n\n${report}\n\n${page.slice(to)}`;
}
