import { Connection, type Send } from '../client/connection.ts';
import { type ControlAnswer, type ControlRequest, controlExchange } from '../client/control-exchange.ts';
import { ControlExchangeError } from '../client/control-exchange-error.ts';
import { type Failures, refusalIn, unknownShape } from '../client/failures.ts';
import { UserError } from '../host/user-error.ts';
import { withoutUser } from '../host/without-user.ts';
import { headerText } from '../protocol/header-value.ts';
import { isHttpsOnly } from '../protocol/https-only.ts';
import { trustOwnAuthority } from '../tls/trust-own-authority.ts';

/** The flags of every command that talks to a running sandbox. */
export interface ControlFlags {
  readonly url: string;
  readonly token?: string;
  readonly json?: boolean;
  /** `--url` was given, so that another command needs it too. */
  readonly isUrlGiven?: boolean;
}

/** What a command that the output suggests needs to reach the same sandbox. Only the origin, which needs no quotes. */
export function toSameSandbox({ url, isUrlGiven }: ControlFlags): string {
  return isUrlGiven ? ` --url ${baseOf(url).origin}` : '';
}

/** The command could not do its job. */
export class CommandFailed extends UserError {
  override readonly name: string = 'CommandFailed';
}

/** Wrong arguments. The message says which ones are valid. */
export class WrongUsage extends CommandFailed {
  override readonly name = 'WrongUsage';
  override readonly exitCode = 2;
}

interface ClientOptions {
  readonly ask?: Send;
  /** For one exchange, without the time that the request asks the sandbox to wait (default: 60 s). */
  readonly timeoutMs?: number;
}

/** The control API. Calls throw `CommandFailed`. Throws `WrongUsage` if the address is not a URL. */
export function controlClient(
  { url, token }: ControlFlags,
  { ask = trusting, timeoutMs }: ClientOptions = {},
): Connection {
  const send: Send = (target, outgoing) => ask(target, { ...outgoing, ...(timeoutMs && { timeoutMs }) });
  // Without the path, because `--url` may be copied from the address of a page.
  return new Connection(new URL('/', baseOf(url)).href, { token, send, failures: sentences(url) });
}

/** One sentence per failure. */
function sentences(url: string): Failures {
  return {
    noUrl: () => wrongUrl(url),
    wrong: (sentence) => new WrongUsage(sentence),
    failed: (cause) =>
      cause instanceof ControlExchangeError ? new CommandFailed(unreachable(url, cause), { cause }) : cause,
    refused: (answer, json) => {
      if (json === undefined) return new CommandFailed(foreign(answer, url));
      const Refused = answer.status === 400 ? WrongUsage : CommandFailed;
      return new Refused(refusal(url, answer, json));
    },
    misshapen: (...where) => new CommandFailed(unknownShape(url, ...where)),
  };
}

/** The URL of `--url`, without user and password. Throws `WrongUsage`. */
export function baseOf(url: string): URL {
  const base = URL.parse(url);
  if (base === null || !/^https?:$/.test(base.protocol)) throw wrongUrl(url);
  // Calls of the API could not send them: they send the access token of an account instead.
  if (base.username || base.password)
    throw new WrongUsage(
      'The URL of the sandbox must not contain a user or password. Give its token with --token TOKEN.',
    );
  return base;
}

function wrongUrl(url: string): WrongUsage {
  return new WrongUsage(
    `${JSON.stringify(withoutUser(url))} is not an http or https URL. Set one with --url URL.`,
  );
}

/** Sends over the network and trusts our own certificate authority. */
async function trusting(target: URL, outgoing: ControlRequest): Promise<ControlAnswer> {
  if (target.protocol === 'https:') await trustOwnAuthority();
  return controlExchange(target, outgoing);
}

/** For a server that answers, but not like a sandbox. */
export function foreign(answer: ControlAnswer, url: string): string {
  const { status, location } = answer;
  if (isHttpsOnly(answer))
    return `The sandbox at ${url} speaks HTTPS only. Set its address with --url ${url.replace(/^http:/i, 'https:')}, or with GATEWAY_SANDBOX_URL.`;
  // From Node, before a sandbox sees the request.
  if (status === 431) return `The server at ${url} does not take such long values (status 431).`;
  const to = location === undefined ? '' : `, redirects to ${headerText(location)}`;
  return `The server at ${url} is not gateway-sandbox (status ${status}${to}). Set another address with --url URL.`;
}

function refusal(url: string, { status }: ControlAnswer, json: unknown): string {
  const { message } = refusalIn(json);
  if (typeof message !== 'string') return `${url} answered ${status}.`;
  return status === 401 ? `${message} Give it with --token TOKEN.` : message;
}

/** For a certificate of an authority that this process does not know. */
export const trustAdvice = 'Set NODE_EXTRA_CA_CERTS to the certificate file of its authority.';

/** What failed in the exchange, and how to fix it. */
export function unreachable(url: string, { kind, message }: ControlExchangeError): string {
  if (kind === 'unreachable')
    return `No sandbox answers at ${url}. Start one with \`gateway-sandbox\`, or name another one with --url URL.`;
  const advice = {
    untrusted: trustAdvice,
    timeout: 'Check that it is not stopped or overloaded.',
    broken: 'Check the address and its scheme, http or https, and set it with --url URL.',
  };
  return `The server at ${url} ${message}. ${advice[kind]}`;
}
