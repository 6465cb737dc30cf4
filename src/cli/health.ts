import { type ControlFlags, controlClient } from './control-client.ts';
import { show } from './output.ts';

/** Whether a sandbox answers and stores what it is told; needs no token. Exit code 1 when not: what a container's health check asks. */
export async function health(flags: ControlFlags): Promise<void> {
  const answer = await controlClient(flags).get<{ readonly status: string }>('../health');
  show(flags, answer, () => `The sandbox at ${flags.url} answers and stores.`);
}
