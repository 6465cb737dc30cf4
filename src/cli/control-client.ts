import { existsSync, readFileSync } from 'node:fs';

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

export function controlClient(flags: ControlFlags): ControlClient {
  return {
    get: (path, query = {}) => asked(flags, 'GET', path, { query }),
    post: (path, body = {}) => asked(flags, 'POST', path, { body }),
    remove: (path) => asked(flags, 'DELETE', path, {}),
  };
}

interface Asked {
  readonly query?: Query;
  readonly body?: object;
}

async function asked<Answer>(
  { url, token }: ControlFlags,
  method: string,
  path: string,
  { query = {}, body }: Asked,
): Promise<Answer> {
  const target = targetOf(url, path, query);
  if (target.protocol === 'https:') await trustOwnAuthority();
  const answer = await fetch(target, {
    method,
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new CommandFailed(unreachable(url, error));
  });
  const json = await jsonOf(answer, url);
  // The routes of `src/http/control` answer in the shape that the caller names.
  if (answer.ok) return json as Answer;
  const Refused = answer.status === 400 ? WrongUsage : CommandFailed;
  throw new Refused(refusal(url, answer, json));
}

function targetOf(url: string, path: string, query: Query): URL {
  const base = URL.parse(url);
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new WrongUsage(`${JSON.stringify(url)} is no http or https address. Name one with --url URL.`);
  const target = new URL(`/_sandbox/api/${path}`, base);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) target.searchParams.set(name, value);
  return target;
}

async function jsonOf(answer: Response, url: string): Promise<unknown> {
  const text = await answer.text().catch(() => {
    throw new CommandFailed(`The sandbox at ${url} broke off its answer.`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailed(
      `What answers at ${url} is no gateway-sandbox (${answer.status}). Name another one with --url URL.`,
    );
  }
}

function refusal(url: string, { status }: Response, json: unknown): string {
  // Errors of the control API have one shape; something else may answer there.
  const { error } = (json ?? {}) as { error?: { message?: unknown } };
  if (typeof error?.message !== 'string') return `${url} answered ${status}.`;
  return status === 401 ? `${error.message} Give it with --token TOKEN.` : error.message;
}

function unreachable(url: string, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const code = cause && 'code' in cause ? String(cause.code) : '';
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code))
    return `The certificate of ${url} is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to the file of its authority.`;
  return `No sandbox answers at ${url}. Start one with \`gateway-sandbox\`, or name another one with --url URL.`;
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
