import { setTimeout as later } from 'node:timers/promises';

// On a busy machine, a start takes up to a minute, and the server is unreachable during that time.
const patienceMs = 300_000;
const restMs = 10;

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/**
 * Requests a path from a sandbox: a POST with fields, otherwise a GET. Returns redirects without following
 * them.
 */
export type Ask = (path: string, fields?: Readonly<Record<string, string>>) => Promise<Reply>;

const merchantHeaders = { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' };

/** For an address that may change between calls. */
export function asking(url: () => string): Ask {
  return async (path, fields) => {
    const isControl = path.startsWith('/_sandbox/api/');
    const answer = await fetch(`${url()}${path}`, {
      redirect: 'manual',
      headers: path.startsWith('/api/') ? merchantHeaders : {},
      ...(fields && {
        method: 'POST',
        body: isControl ? JSON.stringify(fields) : new URLSearchParams(fields),
      }),
    });
    return { status: answer.status, text: await answer.text() };
  };
}

/** Retries while nothing answers, because the server has just been killed. */
export function insisting(ask: Ask): Ask {
  return async (path, fields) => {
    const until = performance.now() + patienceMs;
    for (;;) {
      try {
        return await ask(path, fields);
      } catch (error) {
        if (performance.now() > until) throw error;
        await later(restMs);
      }
    }
  };
}
