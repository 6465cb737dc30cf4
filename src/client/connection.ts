import { durationMs } from '../protocol/duration.ts';
import { type Answer, defaultTimeoutMs, ExchangeError, exchange, type Outgoing } from './exchange.ts';
import { SandboxError } from './sandbox-error.ts';

/** How a request is sent: over the network, or to a sandbox in this process. */
export type Send = (url: URL, outgoing: Outgoing) => Promise<Answer>;

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
  readonly #exchange: Send;

  constructor(url: string, token?: string, send: Send = exchange) {
    this.url = url.replace(/(?<!\/)\/+$/, '');
    this.#token = token;
    this.#exchange = send;
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
    const answer = await this.#send(`/_sandbox/api/${path}${queryOf(query)}`, {
      method,
      headers: {
        ...(this.#token !== undefined && { Authorization: `Bearer ${this.#token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      signal,
      timeoutMs: timeoutFor(query.wait),
    });
    const json = parsed(new TextDecoder().decode(answer.body));
    if (!isSuccess(answer.status) || json === undefined) throw refusal(answer.status, json);
    // The control API answers in the shapes of `shapes.ts`; a test compares the two.
    return json as Shape;
  }

  async #send(path: string, outgoing: Outgoing): Promise<Answer> {
    const url = URL.parse(`${this.url}${path}`);
    if (!/^https?:$/.test(url?.protocol ?? '') || url === null)
      throw new SandboxError(0, 'UNREACHABLE', `${JSON.stringify(this.url)} is not an http or https URL.`);
    try {
      return await this.#exchange(url, outgoing);
    } catch (error) {
      if (outgoing.signal?.aborted) throw error;
      throw this.#failure(error);
    }
  }

  #failure(cause: unknown): SandboxError {
    if (!(cause instanceof ExchangeError) || cause.kind === 'unreachable')
      return new SandboxError(0, 'UNREACHABLE', `No sandbox answers at ${this.url}.`, { cause });
    const code = cause.kind === 'broken' ? 'NOT_A_SANDBOX' : 'UNREACHABLE';
    return new SandboxError(0, code, `The server at ${this.url} ${cause.message}.`, { cause });
  }
}

const longestWaitMs = 10 * 60_000;

/** How long an exchange may take that waits at the server; a wait that the server will refuse adds nothing. */
export function timeoutFor(wait: string | number | undefined): number {
  const waitMs = wait === undefined ? 0 : (durationMs(wait) ?? 0);
  return defaultTimeoutMs + (waitMs <= longestWaitMs ? waitMs : 0);
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

/** Undefined when the text is not JSON: another server may have answered. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function refusal(status: number, json: unknown): SandboxError {
  // Every member is looked at before it is used.
  const { code, message } = (json as { error?: { code?: unknown; message?: unknown } } | null)?.error ?? {};
  return typeof code === 'string' && typeof message === 'string'
    ? new SandboxError(status, code, message)
    : new SandboxError(status, 'NOT_A_SANDBOX', `What answered with ${status} is not a sandbox.`);
}
