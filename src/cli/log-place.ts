import { resolve } from 'node:path';
import { loadConfig } from '../config/load-config.ts';
import { currentFolder } from '../host/current-folder.ts';
import { seen } from '../store/seen.ts';
import { WrongUsage } from './control-client.ts';

/** Throws `WrongUsage` if the log would be written into the data file, or into what SQLite keeps beside it. */
export async function refuseDataFileAsLog(logFile: string, flags: Record<string, unknown>): Promise<void> {
  const data = await dataFileOf(flags);
  if (data === undefined) return;
  const taken = ['', '-wal', '-shm', '-journal'].map((suffix) => `${data}${suffix}`);
  if (taken.some((file) => isSameFile(file, logFile)))
    throw new WrongUsage(
      `--log-file ${logFile} is part of the data file ${data}. Name another file for the log.`,
    );
}

/** Undefined if there is none, or for a configuration that is wrong: the start says what is wrong with it. */
async function dataFileOf(flags: Record<string, unknown>): Promise<string | undefined> {
  try {
    return (await loadConfig(flags, process.env, currentFolder())).data;
  } catch {
    return undefined;
  }
}

function isSameFile(one: string, other: string): boolean {
  if (resolve(one) === resolve(other)) return true;
  const [a, b] = [one, other].map(seen);
  return a !== undefined && b !== undefined && a.ino !== 0 && a.ino === b.ino && a.dev === b.dev;
}
