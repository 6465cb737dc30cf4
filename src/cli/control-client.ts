import { existsSync, readFileSync } from 'node:fs';
import { type Send, timeoutFor } from '../client/connection.ts';
import { type Answer, ExchangeError, exchange, type Outgoing } from '../client/exchange.ts';

/** What every command takes that talks to a running sandbox. */
export interface ControlFlags {
  readonly url: string;
  readonly token?: string;
  readonly json?: boolean;
}

/** A command did not do what it was asked for; the message is one sentence for the person. Exit code 1. */
export class CommandFailed extends Error {
  override readonly name: string = 'CommandFailed';
  readonly exitCode: number = 1;
}

/** What was asked for makes no sense; the message says what would. Exit code 2. */
export class WrongUsage extends CommandFailed {
  override readonly name = 'WrongUsage';
  override readonly exitCode = 2;
}

export type Query = Readonly<Record<string, string | undefined>>;

/** A page of a list of the control API. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly next: string | null;
}

/** The control API of a running sandbox. Paths are relative to `/_sandbox/api/`; all throw `CommandFailed`. */
export interface ControlClient {
  readonly get: <Answer>(path: string, query?: Query) => Promise<Answer>;
  readonly post: <Answer>(path: string, body?: object) => Promise<Answer>;
  readonly remove: <Answer>(path: string) => Promise<Answer>;
}

interface ClientOptions {
  readonly ask?: Send;
  /** For one exchange; by default 60 s, besides the time that the request asks the sandbox to wait. */
  readonly timeoutMs?: number;
}

export function controlClient(
  flags: ControlFlags,
  { ask = overNetwork(flags.url), timeoutMs }: ClientOptions = {},
): ControlClient {
  const send: Send = (target, outgoing) => ask(target, { ...outgoing, ...(timeoutMs && { timeoutMs }) });
  return {
    get: (path, query = {}) => asked(flags, send, 'GET', path, { query }),
    post: (path, body = {}) => asked(flags, send, 'POST', path, { body }),
    remove: (path) => asked(flags, send, 'DELETE', path, {}),
  };
}

interface Asked extends Pick<Outgoing, 'timeoutMs' | 'maxBytes'> {
  readonly query?: Query;
  readonly body?: object;
}

const downloadTimeoutMs = 600_000;

/** An answer that is not JSON, as bytes: however many, and for as long as they take. Throws `CommandFailed`. */
export async function downloaded(flags: ControlFlags, path: string): Promise<Buffer> {
  const answer = await answerOf(flags, overNetwork(flags.url), 'GET', path, {
    maxBytes: Number.POSITIVE_INFINITY,
    timeoutMs: downloadTimeoutMs,
  });
  if (!isSuccess(answer)) throw new CommandFailed(refusal(flags.url, answer, jsonOf(answer, flags.url)));
  return Buffer.from(answer.body);
}

async function asked<Shape>(
  flags: ControlFlags,
  ask: Send,
  method: string,
  path: string,
  given: Asked,
): Promise<Shape> {
  const { url } = flags;
  const answer = await answerOf(flags, ask, method, path, given);
  const json = jsonOf(answer, url);
  // The routes of `src/http/control` answer in the shape that the caller names.
  if (isSuccess(answer)) {
    if (!canBeOurs(json)) throw new CommandFailed(foreign(answer, url));
    return json as Shape;
  }
  const Refused = answer.status === 400 ? WrongUsage : CommandFailed;
  throw new Refused(refusal(url, answer, json));
}

function answerOf(
  { url, token }: ControlFlags,
  ask: Send,
  method: string,
  path: string,
  { query = {}, body, ...limits }: Asked,
): Promise<Answer> {
  return ask(targetOf(url, path, query), {
    method,
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
    body: body && JSON.stringify(body),
    timeoutMs: timeoutFor(query.wait),
    ...limits,
  });
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function targetOf(url: string, path: string, query: Query): URL {
  const target = new URL(`/_sandbox/api/${path}`, baseOf(url));
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) target.searchParams.set(name, value);
  return target;
}

/** The address that `--url` gives. Throws `WrongUsage`. */
export function baseOf(url: string): URL {
  const base = URL.parse(url);
  if (base !== null && /^https?:$/.test(base.protocol)) return base;
  throw new WrongUsage(`${JSON.stringify(url)} is not an http or https URL. Set one with --url URL.`);
}

function overNetwork(url: string): Send {
  return async (target, outgoing) => {
    if (target.protocol === 'https:') await trustOwnAuthority();
    try {
      return await exchange(target, outgoing);
    } catch (error) {
      throw error instanceof ExchangeError
        ? new CommandFailed(unreachable(url, error), { cause: error })
        : error;
    }
  };
}

function jsonOf(answer: Answer, url: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(answer.body));
  } catch {
    throw new CommandFailed(foreign(answer, url));
  }
}

/** Our answers are objects, and `data` is always a list. */
function canBeOurs(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return false;
  return !('data' in json) || Array.isArray(json.data);
}

/** The sentence about a server that answers, but not as a sandbox does. */
export function foreign({ status, location }: Answer, url: string): string {
  const to = location === undefined ? '' : `, redirects to ${location}`;
  return `The server at ${url} is not gateway-sandbox (status ${status}${to}). Set another address with --url URL.`;
}

function refusal(url: string, { status }: Answer, json: unknown): string {
  // Errors of the control API have one shape, but another server may have answered.
  const { error } = (json ?? {}) as { error?: { message?: unknown } };
  if (typeof error?.message !== 'string') return `${url} answered ${status}.`;
  return status === 401 ? `${error.message} Give it with --token TOKEN.` : error.message;
}

/** One sentence on a failed exchange, and what to do about it. */
export function unreachable(url: string, { kind, message }: ExchangeError): string {
  if (kind === 'unreachable')
    return `No sandbox answers at ${url}. Start one with \`gateway-sandbox\`, or name another one with --url URL.`;
  const advice = {
    untrusted: 'Set NODE_EXTRA_CA_CERTS to the certificate file of its authority.',
    timeout: 'Check that it is not stopped or overloaded.',
    broken: 'Check the address and its scheme, http or https, and set it with --url URL.',
  };
  return `The server at ${url} ${message}. ${advice[kind]}`;
}

/** What `--https` serves is signed by the authority that we keep for this user: nobody needs to tell us of it. */
export async function trustOwnAuthority(): Promise<void> {
  const [{ usableTlsDir }, { authorityFiles }] = await Promise.all([
    import('../tls/tls-dir.ts'),
    import('../tls/kept-authority.ts'),
  ]);
  const tls = process.getBuiltinModule('node:tls');
  const file = authorityFiles(usableTlsDir().dir).certificate;
  // Node 22.14 to 22.18 have no such function: there NODE_EXTRA_CA_CERTS is the way.
  if (!existsSync(file) || typeof tls.setDefaultCACertificates !== 'function') return;
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(file, 'utf8')]);
}
