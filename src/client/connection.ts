import { errorMessage } from '../host/errors.ts';
import { durationMs } from '../protocol/duration.ts';
import { jsonValue } from '../protocol/json-text.ts';
import { answers, shapes } from './answer-shapes.ts';
import { shown } from './arguments.ts';
import { type Operations, routes } from './contract.ts';
import {
  type ControlAnswer,
  type ControlRequest,
  controlExchange,
  defaultTimeoutMs,
  isSuccess,
} from './control-exchange.ts';
import { type Failures, sandboxErrors } from './failures.ts';
import { mismatchIn, type Shape } from './shape.ts';

/** Sends a request: over the network, or to a sandbox in this process. */
export type Send = (url: URL, outgoing: ControlRequest) => Promise<ControlAnswer>;

export type OperationId = keyof Operations;
export type AnswerOf<Id extends OperationId> = Operations[Id]['answer'];
/** The query parameters of an operation. */
export type QueryOf<Id extends OperationId> = NonNullable<
  Operations[Id] extends { readonly query?: infer Query } ? Query : never
>;

/** The arguments of an operation, as in the contract. */
export type Asked<Id extends OperationId> = Sent<Omit<Operations[Id], 'answer'>> & {
  readonly signal?: AbortSignal | undefined;
};

/** A `Shape` to send. Members may be undefined, because JSON and queries leave those out. */
type Sent<Shape> = Shape extends object
  ? {
      readonly [Name in keyof Shape]:
        | Sent<Shape[Name]>
        | (Name extends OptionalIn<Shape> ? undefined : never);
    }
  : Shape;
type OptionalIn<Shape> = {
  [Name in keyof Shape]-?: object extends Pick<Shape, Name> ? Name : never;
}[keyof Shape];

interface Options {
  readonly token?: string | undefined;
  readonly send?: Send;
  /** Creates the errors that calls throw (default: `SandboxError`). */
  readonly failures?: Failures;
}

/** The arguments of any operation, untyped. */
interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

/** A connection to a sandbox's control API. */
export class Connection {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly #token: string | undefined;
  readonly #exchange: Send;
  readonly #failures: Failures;

  constructor(url: string, { token, send = controlExchange, failures }: Options = {}) {
    // JavaScript callers can pass what the types forbid.
    this.url = String(url).replace(/(?<!\/)\/+$/, '');
    this.#token = token;
    this.#exchange = send;
    this.#failures = failures ?? sandboxErrors(this.url);
  }

  /** Calls an operation of the contract. */
  async call<Id extends OperationId>(
    id: Id,
    ...[asked]: object extends Asked<Id> ? [asked?: Asked<Id>] : [asked: Asked<Id>]
  ): Promise<AnswerOf<Id>> {
    const [method, path] = routes[id];
    // The signature above has checked the types. From here on, all operations are the same.
    const { params = {}, query = {}, body, signal } = (asked ?? {}) as Parts;
    if (signal !== undefined) this.#refuse('signal', 'an AbortSignal', signal, isSignal(signal));
    const filled = path.replace(/:(\w+)/g, (_, name: string) => this.#segment(name, params[name]));
    const answer = await this.#send(`${filled}${this.#queryOf(query)}`, {
      method,
      headers: body && { 'Content-Type': 'application/json' },
      body: body && this.#written(body),
      signal,
      timeoutMs: timeoutFor(query.wait),
    });
    const json = parsed(answer);
    if (!isSuccess(answer) || json === undefined) throw this.#failures.refused(answer, json);
    const mismatch = mismatchIn(json, answers[id], shapes);
    if (mismatch !== undefined) throw this.#failures.misshapen(`${method} ${path}`, mismatch);
    // Checked above, except for value ranges.
    return json as AnswerOf<Id>;
  }

  #segment(name: string, value: unknown): string {
    this.#refuse(name, 'a string', value, typeof value === 'string');
    if (value === '') throw this.#failures.wrong(`${name} must not be empty.`);
    return encodeURIComponent(String(value).toWellFormed());
  }

  #queryOf(query: NonNullable<Parts['query']>): string {
    const given = Object.entries(query).flatMap(([name, value]): [string, string][] => {
      if (value === undefined) return [];
      this.#refuse(name, 'a string or a number', value, /^(?:string|number|boolean)$/.test(typeof value));
      return [[name, String(value)]];
    });
    return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  }

  /** JavaScript callers can pass what the types forbid. */
  #refuse(name: string, expected: string, value: unknown, isRight: boolean): void {
    if (!isRight) throw this.#failures.wrong(`${name} must be ${expected}, not ${shown(value)}.`);
  }

  #written(body: object): string {
    try {
      return JSON.stringify(body);
    } catch (error) {
      const [why] = errorMessage(error).split('\n', 1);
      throw this.#failures.wrong(`The arguments cannot be sent as JSON: ${why}.`);
    }
  }

  /** Downloads from a path below `/_sandbox/api`. */
  async download(
    path: string,
    limits: Pick<ControlRequest, 'timeoutMs' | 'silentMs' | 'maxBytes' | 'sink'>,
  ): Promise<Uint8Array> {
    const answer = await this.#send(path, { method: 'GET', ...limits });
    if (!isSuccess(answer)) throw this.#failures.refused(answer, parsed(answer));
    return answer.body;
  }

  /** Uploads bytes to a path below `/_sandbox/api` and returns the JSON answer, which has the shape. */
  async upload(
    path: string,
    stream: AsyncIterable<Uint8Array>,
    limits: Pick<ControlRequest, 'timeoutMs' | 'silentMs'>,
    shape: Shape,
  ): Promise<unknown> {
    const answer = await this.#send(path, { method: 'POST', stream, ...limits });
    const json = parsed(answer);
    if (!isSuccess(answer) || json === undefined) throw this.#failures.refused(answer, json);
    const mismatch = mismatchIn(json, shape, shapes);
    if (mismatch !== undefined) throw this.#failures.misshapen(`POST ${path.split('?')[0]}`, mismatch);
    return json;
  }

  async #send(path: string, { headers, ...outgoing }: ControlRequest): Promise<ControlAnswer> {
    // In a URL, these lead to another operation, even percent-encoded.
    const [dots] = /(?<=\/)\.\.?(?=[/?]|$)/.exec(path) ?? [];
    if (dots !== undefined) throw this.#failures.wrong(`"${dots}" cannot be an id or a name.`);
    const href = `${this.url}/_sandbox/api${path}`;
    // Not `URL.parse`, which most of Node.js 20 lacks.
    const url = URL.canParse(href) ? new URL(href) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) throw this.#failures.noUrl();
    if (url.username || url.password) throw this.#failures.wrong(noUser);
    const token = this.#token === undefined ? {} : { Authorization: `Bearer ${this.#token}` };
    let answer: ControlAnswer;
    try {
      answer = await this.#exchange(url, { ...outgoing, headers: { ...token, ...headers } });
    } catch (error) {
      if (outgoing.signal?.aborted) throw error;
      throw this.#failures.failed(error);
    }
    // Another server can answer anything, such as 200 and `{}`.
    if (!answer.isSandbox) throw this.#failures.refused(answer, undefined);
    return answer;
  }
}

const noUser = 'The URL of the sandbox must not contain a user or password. Pass its token as `token`.';

const longestWaitMs = 10 * 60_000;

/** An exchange's timeout, including the server's wait, unless the server will refuse that one. */
function timeoutFor(wait: string | number | undefined): number {
  const waitMs = durationMs(wait ?? 0) ?? 0;
  return defaultTimeoutMs + (waitMs <= longestWaitMs ? waitMs : 0);
}

/** Duck-typed, because test runners have a separate `AbortSignal` class in each realm. */
function isSignal(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'throwIfAborted' in value && 'aborted' in value;
}

/** Undefined if the text is not JSON, which means another server has answered. */
function parsed({ body }: ControlAnswer): unknown {
  return jsonValue(new TextDecoder().decode(body));
}
