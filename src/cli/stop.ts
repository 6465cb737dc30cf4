import { printable } from '../printable.ts';

export interface StopFlags {
  readonly url: string;
  readonly token?: string;
  readonly json?: boolean;
}

const longestWaitMs = 10_000;
const askAgainMs = 50;

/** Ends a running sandbox and comes back when it is gone. Exit code 1 when there is none. */
export async function stop({ url, token, json }: StopFlags): Promise<void> {
  const asked = await ask(url, token);
  if (asked !== undefined) return fail(asked);
  const goneBy = performance.now() + longestWaitMs;
  while (await answers(url)) {
    if (performance.now() > goneBy) return fail(`The sandbox at ${url} was asked to stop and still answers.`);
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
  console.log(json ? JSON.stringify({ stopped: true, url }) : `The sandbox at ${url} has stopped.`);
}

/** Why it could not be asked, or undefined. */
async function ask(url: string, token: string | undefined): Promise<string | undefined> {
  try {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const answer = await fetch(new URL('/_sandbox/api/stop', url), { method: 'POST', headers });
    if (answer.ok) return undefined;
    return `${url} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`;
  } catch {
    return `No sandbox answers at ${url}. Name another one with --url URL.`;
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(new URL('/_sandbox/health', url)).then(
    () => true,
    () => false,
  );
}

function fail(why: string): void {
  console.error(printable(why));
  process.exitCode = 1;
}
