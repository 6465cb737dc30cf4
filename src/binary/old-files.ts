import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

// Each start updates the time of the file it uses, so an older file belongs to a version that is no longer
// used.
const oldMs = 30 * 24 * 60 * 60 * 1000;

/** Deletes files that match `names` and were not used for 30 days, except `kept`. Never throws. */
export function removeOld(folder: string, kept: string, names: RegExp): void {
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    if (file === kept || !names.test(name)) continue;
    try {
      if (Date.now() - statSync(file).mtimeMs > oldMs) rmSync(file);
    } catch {
      // Another process deleted it, or Windows still has it loaded.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
