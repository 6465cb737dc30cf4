import { readFileSync } from 'node:fs';
import { lastTestFile } from '../scripts/last-test.ts';

/** The duration of the last whole `npm test` here, in seconds. Undefined before the first one. */
export function lastTestSeconds(): number | undefined {
  try {
    return (JSON.parse(readFileSync(lastTestFile, 'utf8')) as { seconds: number }).seconds;
  } catch {
    return undefined;
  }
}
