import { type ControlAnswer, controlExchange } from '../client/control-exchange.ts';
import { ControlExchangeError } from '../client/control-exchange-error.ts';
import { isObject } from '../input/paths.ts';
import { isHttpsOnly } from '../protocol/https-only.ts';
import { jsonValue } from '../protocol/json-text.ts';
import { isLoopbackHost } from '../protocol/loopback-host.ts';
import { trustOwnAuthority } from '../tls/trust-own-authority.ts';
import { baseOf, CommandFailed, type ControlFlags, foreign, unreachable } from './control-client.ts';
import { show } from './output.ts';

/** `foreign`: a different server. `silent`: no complete answer, or only to HTTPS. `away`: nothing accepts connections. */
export type Health =
  | { readonly status: 'ok'; readonly version: string }
  | { readonly status: 'failing'; readonly version: string; readonly message?: string }
  | { readonly status: 'foreign' | 'silent' | 'away'; readonly message: string };

/** Shorter than the 5 s of the image's HEALTHCHECK, so that the command can still print the reason. */
export const healthTimeoutMs = 4000;
const maxBytes = 64 * 1024;

/** Checks that a sandbox answers and stores data, without a token. Exit code 1 if not, for containers. */
export async function health(flags: ControlFlags): Promise<void> {
  const found = await healthAt(flags.url);
  if (found.status === 'ok' || flags.json)
    show(flags, found, () => `The sandbox at ${flags.url} answers and stores.`);
  if (found.status !== 'ok') throw new CommandFailed(sentence(flags.url, found));
}

/** The server's own health report, or why there is none. Throws `WrongUsage` if the address is not a URL. */
export async function healthAt(url: string, timeoutMs = healthTimeoutMs): Promise<Health> {
  const target = new URL('/_sandbox/health', baseOf(url));
  // Locally, any certificate is accepted: no token is sent, the answer is not secret, and we often cannot
  // verify a user's own certificate.
  const trustAnyCertificate = isLoopbackHost(target.hostname);
  if (target.protocol === 'https:' && !trustAnyCertificate) await trustOwnAuthority();
  try {
    return read(
      url,
      await controlExchange(target, { method: 'GET', timeoutMs, maxBytes, trustAnyCertificate }),
    );
  } catch (error) {
    if (!(error instanceof ControlExchangeError)) throw error;
    const status = error.kind === 'unreachable' ? 'away' : error.kind === 'broken' ? 'foreign' : 'silent';
    return { status, message: unreachable(url, error) };
  }
}

function read(url: string, answer: ControlAnswer): Health {
  const { status } = answer;
  const body = jsonValue(new TextDecoder().decode(answer.body));
  const { status: said, version, message } = isObject(body) ? body : {};
  if (typeof version === 'string') {
    if (status === 200 && said === 'ok') return { status: 'ok', version };
    if (status === 503 && said === 'failing')
      return { status: 'failing', version, ...(typeof message === 'string' && { message }) };
  }
  return { status: isHttpsOnly(answer) ? 'silent' : 'foreign', message: foreign(answer, url) };
}

function sentence(url: string, found: Exclude<Health, { readonly status: 'ok' }>): string {
  if (found.status !== 'failing') return found.message;
  const why = found.message ?? 'Its own terminal or log says why.';
  return `The sandbox at ${url} answers but cannot store data. ${why}`;
}
