import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { configFiles, configPath, loadConfig } from '../config/load-config.ts';
import { currentFolder } from '../host/current-folder.ts';
import { seen } from '../store/seen.ts';
import { WrongUsage } from './control-client.ts';

type Given = Readonly<Record<string, unknown>>;

/** Throws `WrongUsage` if the log file is a file that the sandbox reads or keeps its data in. */
export async function refuseUsedFileAsLog(logFile: string, flags: Given, from?: string): Promise<void> {
  for (const [what, file] of await usedFiles(flags, from))
    if (file !== undefined && isSameFile(file, logFile))
      throw new WrongUsage(`--log-file ${logFile} is ${what}. Name another file for the log.`);
}

async function usedFiles(flags: Given, from?: string): Promise<[what: string, file: string | undefined][]> {
  const cwd = currentFolder();
  const config = configPath(flags, process.env, cwd);
  // Without these if the configuration is invalid: `start` reports that.
  const { data, cert, key, compareReport }: Partial<Config> = await loadConfig(flags, process.env, cwd).catch(
    () => ({}),
  );
  const fixtures = fixturesFile(flags, cwd);
  const ofSqlite = ['', '-wal', '-shm', '-journal'].map((suffix): [string, string | undefined] => [
    `part of the data file ${data}`,
    data && `${data}${suffix}`,
  ]);
  return [
    ...ofSqlite,
    // Also if it does not exist yet: the next start would read the log.
    ['the config file', config],
    ['the fixtures file', fixtures],
    ['the certificate file', cert],
    ['the key file', key],
    ['the report of compare', compareReport],
    ['the file of --from', from],
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
