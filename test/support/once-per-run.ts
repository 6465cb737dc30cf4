import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { inject } from 'vitest';

const lookAgainMs = 50;

/**
 * A folder that the first file that asks for it fills, once per run. The others wait. Deleted at the end of
 * the run.
 *
 * @throws Error for everyone who asks, if it could not be filled.
 */
export async function oncePerRun(name: string, fill: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(inject('runFolder'), name);
  const [filled, failed] = [`${folder}.filled`, `${folder}.failed`];
  if (isFirst(folder)) {
    try {
      await fill(folder);
      writeFileSync(filled, '');
    } catch (error) {
      writeFileSync(failed, '');
      throw error;
    }
  }
  while (!existsSync(filled)) {
    if (existsSync(failed)) throw new Error(`${name} could not be made: see the test that failed first.`);
    await later(lookAgainMs);
  }
  return folder;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
