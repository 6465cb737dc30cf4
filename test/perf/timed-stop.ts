import { type Cli, type Ended, signalled } from '../support/cli.ts';

/** How a process ended after a signal, and after how many milliseconds. */
export async function timedStop(
  cli: Cli,
  signal: NodeJS.Signals,
): Promise<Ended & { readonly tookMs: number }> {
  const startedAt = performance.now();
  const ended = await signalled(cli, signal);
  return { ...ended, tookMs: performance.now() - startedAt };
}
