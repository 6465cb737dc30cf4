import { resolve } from 'node:path';
import { loadConfig } from '../config/load-config.ts';
import { currentFolder } from '../host/current-folder.ts';
import { seen } from '../store/seen.ts';
import { WrongUsage } from './control-client.ts';

/** Throws `WrongUsage` if the log file is the data file or one of SQLite's files next to it. */
export async function refuseDataFileAsLog(logFile: string, flags: Record<string, unknown>): Promise<void> {
  const data = await dataFileOf(flags);
  if (data === undefined) return;
  const taken = ['', '-wal', '-shm', '-journal'].map((suffix) => `${data}${suffix}`);
  if (taken.some((file) => isSameFile(file, logFile)))
    throw new WrongUsage(
      `--log-file ${logFile} is part of the data file ${data}. Name another file for the log.`,
    );
}

/** Undefined without a data file, or if the configuration is invalid: `start` reports that. */
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
