import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** A place in an example's source, and its faulty replacement. */
export type Edit = readonly [file: string, from: string, to: string];

/** A merchant with one fault, and the cases that reveal it. */
export interface Twin {
  readonly name: string;
  readonly gateway: 'localbankcards' | 'cardgw' | 'aggregator';
  readonly edits: readonly Edit[];
  /** Exactly these cases fail. */
  readonly fails: readonly string[];
  /** Delay of the slow callback. */
  readonly slowMs?: number;
  /** How long the audit waits for it to record a payment after its answer. */
  readonly settleMs?: number;
  /** How long a payment may take, if longer than usual in tests. */
  readonly patienceMs?: number;
}

/** A folder for copies of examples where our packages can be imported. Removed after the file's tests. */
export function twinFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-twins-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Copies an example with these edits. Throws if the example no longer contains the text that an edit
 * replaces.
 */
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
