import { execPath } from 'node:process';
import { type CliOptions, cliResult } from './cli.ts';

/** Runs a Node script with `exec`. */
export function execNode(code: string, flags: readonly string[] = [], options: CliOptions = {}) {
  return cliResult(['exec', ...flags, '--', execPath, '--input-type=module', '-e', code], options);
}
