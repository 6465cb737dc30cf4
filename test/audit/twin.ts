import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** A place in a source of an example, and what a bad merchant has there. */
export type Edit = readonly [file: string, from: string, to: string];

/** A merchant that has one thing wrong, and the cases in which that shows. */
export interface Twin {
  readonly name: string;
  readonly gateway: 'localbankcards' | 'cardgw' | 'aggregator';
  readonly edits: readonly Edit[];
  /** The cases that fail, and no other. */
  readonly fails: readonly string[];
  /** How late the slow callback is. */
  readonly slowMs?: number;
  /** How long the audit gives it to book behind its answer. */
  readonly settleMs?: number;
}

/** A folder for copies of examples, where our packages are found; removed when the file's tests are over. */
export function twinFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-twins-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of an example with these edits in it. Throws when the example does not say any more what an edit replaces. */
export function twinOf(example: string, name: string, folder: string, edits: readonly Edit[]): string {
  const copy = join(folder, name.replaceAll(/\W+/g, '-'));
  mkdirSync(copy);
  cpSync(join(root, 'examples', example), copy, {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules'),
  });
  for (const [file, from, to] of edits) {
    const source = readFileSync(join(copy, file), 'utf8');
    const places = source.split(from).length - 1;
    if (places !== 1)
      throw new Error(
        `The twin "${name}" replaces what ${places} places of examples/${example}/${file} say: ${JSON.stringify(from)}. It must be one: write the twin again.`,
      );
    writeFileSync(
      join(copy, file),
      source.replace(from, () => to),
    );
  }
  return copy;
}
