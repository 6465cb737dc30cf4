import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

// Each start renews the time of the file that it uses, so an older one belongs to a version that is no longer started.
const oldMs = 30 * 24 * 60 * 60 * 1000;

/** Removes the files of a folder that match `names` and have not been used for 30 days, except `kept`. Never fails. */
export function removeOld(folder: string, kept: string, names: RegExp): void {
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    if (file === kept || !names.test(name)) continue;
    try {
      if (Date.now() - statSync(file).mtimeMs > oldMs) rmSync(file);
    } catch {
      // Another process removed it, or Windows still has it loaded.
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
