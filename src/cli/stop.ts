import { CommandFailed, type ControlFlags, controlClient } from './control-client.ts';
import { show } from './output.ts';

const longestWaitMs = 10_000;
const askAgainMs = 50;

/** Ends a running sandbox and comes back when it is gone. Exit code 1 when there is none. */
export async function stop(flags: ControlFlags): Promise<void> {
  const { url } = flags;
  await controlClient(flags).post('stop');
  const goneBy = performance.now() + longestWaitMs;
  while (await answers(url)) {
    if (performance.now() > goneBy)
      throw new CommandFailed(`The sandbox at ${url} was asked to stop and still answers.`);
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
  show(flags, { stopped: true, url }, () => `The sandbox at ${url} has stopped.`);
}

async function answers(url: string): Promise<boolean> {
  return fetch(new URL('/_sandbox/health', url)).then(
    () => true,
    () => false,
  );
}
