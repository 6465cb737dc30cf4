import type { Send } from './connection.ts';
import { nameHeader } from './control-exchange.ts';

interface App {
  readonly request: (url: string, init: RequestInit) => Response | Promise<Response>;
}

/** Calls a sandbox in this process directly, without sockets, proxies or certificates. */
export function inProcess(app: App): Send {
  return async (url, { method, headers, body, signal }) => {
    const answer = await app.request(url.href, {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    return {
      status: answer.status,
      location: undefined,
      isSandbox: answer.headers.has(nameHeader),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };
}
