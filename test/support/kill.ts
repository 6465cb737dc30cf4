import { type CliSandbox, cliSandbox } from './cli.ts';

/** Starts a sandbox on the data file of a folder. */
export function startOn(cwd: string): Promise<CliSandbox> {
  return cliSandbox(['--data', 'sandbox.db'], { cwd });
}

/** Ends it as a power cut of the process would: nothing of it runs any more. */
export async function killed({ process, ended }: CliSandbox): Promise<void> {
  process.kill('SIGKILL');
  await ended;
}
