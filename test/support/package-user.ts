import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { testFolder } from './data-file.ts';

const root = join(import.meta.dirname, '../..');

/** A project with our built package and Vitest in its `node_modules`. */
export interface PackageUser {
  readonly folder: string;
  readonly write: (file: string, text: string) => void;
  /** Runs a Node program in the project and returns its output. Rejects if it fails. */
  readonly node: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>;
}

export function packageUser(): PackageUser {
  const folder = testFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/gateway-sandbox'), 'junction');
  symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'), 'junction');
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  write('package.json', '{"type":"module"}');
  return {
    folder,
    write,
    node: async (args, env = {}) => {
      const options = { cwd: folder, env: { ...userEnvironment(), ...env } };
      const { stdout } = await promisify(execFile)(execPath, [...args], options);
      return stdout;
    },
  };
}

/** The environment outside a test run, without variables that one test runner sets for another. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const ofTestRuns = /^(?:NODE_OPTIONS|NODE_ENV|NODE_TEST_CONTEXT|JEST_WORKER_ID|TEST|VITEST.*|GATEWAY_.*)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTestRuns.test(name)));
}

/** Vitest's program, for `node`. */
export const vitestProgram = join(root, 'node_modules/vitest/vitest.mjs');
