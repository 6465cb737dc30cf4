import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { testFolder } from './data-file.ts';

const root = join(import.meta.dirname, '../..');

/** A project that has our package, as it was built, and Vitest among its `node_modules`. */
export interface PackageUser {
  readonly folder: string;
  readonly write: (file: string, text: string) => void;
  /** Runs a program of Node there; gives what it printed, and rejects when it fails. */
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

/** The environment as it is outside of a test run: nothing in it that one test runner tells another. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const ofTestRuns = /^(?:NODE_OPTIONS|NODE_ENV|NODE_TEST_CONTEXT|JEST_WORKER_ID|TEST|VITEST.*|GATEWAY_.*)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTestRuns.test(name)));
}

/** Vitest's program, for `node`. */
export const vitestProgram = join(root, 'node_modules/vitest/vitest.mjs');
