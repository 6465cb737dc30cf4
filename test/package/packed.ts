import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildExecutable } from '../../scripts/binary/executable.ts';
import { oncePerRun } from '../support/once-per-run.ts';
import { packInto } from './npm.ts';

/** Our package as published: one file for all tests of a run. */
export async function packedFile(): Promise<string> {
  const folder = await oncePerRun('packed', packInto);
  return join(folder, readdirSync(folder)[0] ?? '');
}

/** This platform's standalone executable, alone in its folder: one for all tests of a run. */
export async function executableFile(): Promise<string> {
  const folder = await oncePerRun('executable', buildExecutable);
  return join(folder, readdirSync(folder)[0] ?? '');
}
