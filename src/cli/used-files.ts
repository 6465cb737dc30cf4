import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { configFiles, configPath, loadConfig } from '../config/load-config.ts';
import { currentFolder } from '../host/current-folder.ts';
import { seen } from '../store/seen.ts';
import { WrongUsage } from './control-client.ts';

type Given = Readonly<Record<string, unknown>>;

type Used = readonly [what: string, file: string | undefined];

/** A file that a command is to write: its flag, its name, and what it is for. */
export interface Output {
  readonly flag: string;
  readonly file: string;
  readonly use: 'log' | 'page' | 'report';
  /** The kind of file that it may be. */
  readonly mayBe?: string;
}

/**
 * Throws `WrongUsage` if a command is to write to a file that the sandbox reads or keeps its data in, or to
 * one of the `others`. `flags` are given config members.
 */
export async function refuseUsedFile(
  { flag, file, use, mayBe }: Output,
  flags: Given,
  others: readonly Used[] = [],
): Promise<void> {
  for (const [what, used] of [...(await usedFiles(flags)), ...others])
    if (used !== undefined && what !== mayBe && isSameFile(used, file))
      throw new WrongUsage(`${flag} ${file} is ${what}. Name another file for the ${use}.`);
}

async function usedFiles(flags: Given): Promise<Used[]> {
  const cwd = currentFolder();
  const config = configPath(flags, process.env, cwd);
  // Without these if the configuration is invalid. `start` reports that before it opens a log.
  const { data, cert, key, compareReport }: Partial<Config> = await loadConfig(flags, process.env, cwd).catch(
    () => ({}),
  );
  const fixtures = fixturesFile(flags, cwd);
  const ofSqlite = ['', '-wal', '-shm', '-journal'].map(
    (suffix): Used => [`part of the data file ${data}`, data && `${data}${suffix}`],
  );
  return [
    ...ofSqlite,
    // Also if it does not exist yet: the next start would read the log.
    ['the config file', config],
    ['the fixtures file', fixtures],
    ['the certificate file', cert],
    ['the key file', key],
    ['the report of compare', compareReport],
  ];
}

function fixturesFile(flags: Given, cwd: string): string | undefined {
  try {
    return configFiles(flags, process.env, cwd).fixtures;
  } catch {
    return undefined;
  }
}

function isSameFile(one: string, other: string): boolean {
  if (resolve(one) === resolve(other)) return true;
  const [a, b] = [one, other].map(seen);
  return a !== undefined && b !== undefined && a.ino !== 0 && a.ino === b.ino && a.dev === b.dev;
}
