import { type CliSandbox, cliSandbox } from './cli.ts';

/** Starts a sandbox with a folder's data file. */
export function startOn(cwd: string): Promise<CliSandbox> {
  return cliSandbox(['--data', 'sandbox.db'], { cwd });
}

/** Kills it like a power failure of the process: none of its code runs anymore. */
export async function killed({ process, ended }: CliSandbox): Promise<void> {
  process.kill('SIGKILL');
  await ended;
}
