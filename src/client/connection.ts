import { SandboxError } from './sandbox-error.ts';

/** How a request is sent: `fetch`, or something that answers as it does. */
export type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>;

export type Query = Readonly<Record<string, string | number | undefined>>;

interface Asked {
  readonly query?: Query;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

/** The control API of one sandbox. */
export class Connection {
  /** The base URL, without a slash at the end. */
  readonly url: string;
  readonly #token: string | undefined;
  readonly #fetch: Fetch;

  constructor(url: string, token?: string, send: Fetch = (to, init) => fetch(to, init)) {
    this.url = url.replace(/(?<!\/)\/+$/, '');
    this.#token = token;
    this.#fetch = send;
  }

  get<Shape>(path: string, asked: Asked = {}): Promise<Shape> {
    return this.#ask('GET', path, asked);
  }

  post<Shape>(path: string, asked: Asked = {}): Promise<Shape> {
    return this.#ask('POST', path, asked);
  }

  patch<Shape>(path: string, body: object): Promise<Shape> {
    return this.#ask('PATCH', path, { body });
  }

  async remove(path: string, query: Query = {}): Promise<void> {
    await this.#ask('DELETE', path, { query });
  }

  async #ask<Shape>(method: string, path: string, { query = {}, body, signal }: Asked): Promise<Shape> {
    const answer = await this.#send(`${this.url}/_sandbox/api/${path}${queryOf(query)}`, {
      method,
      headers: {
        ...(this.#token !== undefined && { Authorization: `Bearer ${this.#token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const json = await jsonOf(answer);
    if (!answer.ok || json === undefined) throw refusal(answer.status, json);
    // The control API answers in the shapes of `shapes.ts`; a test compares the two.
    return json as Shape;
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#fetch(url, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new SandboxError(0, 'UNREACHABLE', `No sandbox answers at ${this.url}.`, { cause: error });
    }
  }
}

/** An id as one segment of a path; a whole `redirect_url` too. */
export function segment(id: string): string {
  return encodeURIComponent(id);
}

function queryOf(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** Undefined for what is no JSON: something else than a sandbox may answer there. */
async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return JSON.parse(await answer.text());
  } catch {
    return undefined;
  }
}

function refusal(status: number, json: unknown): SandboxError {
  // Every member is looked at before it is used.
  const { code, message } = (json as { error?: { code?: unknown; message?: unknown } } | null)?.error ?? {};
  return typeof code === 'string' && typeof message === 'string'
    ? new SandboxError(status, code, message)
    : new SandboxError(status, 'NOT_A_SANDBOX', `What answered with ${status} is not a sandbox.`);
}
