import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { takeHome } from './home.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder of this run, for files that several tests need and one creates. */
    readonly runFolder: string;
  }
}

/** Before all tests: creates a home and a folder for this run, deleted at its end. */
export function setup(project: TestProject): () => void {
  const { leave } = takeHome();
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-run-'));
  project.provide('runFolder', folder);
  return () => {
    rmSync(folder, { recursive: true, force: true });
    leave();
  };
}
