import { request as plainRequest } from 'node:http';
import type { OtherSandbox } from '../host/port-in-use.ts';
import { type Answer, exchange } from '../net/exchange.ts';
import { TimedOut } from '../net/exchange-errors.ts';
import { jsonValue } from '../protocol/json-text.ts';
import { healthPath } from './guard.ts';

/** How much longer a start takes to fail if the program on the port never answers. */
const timeoutMs = 2000;
const badRequest = 400;

/** Nothing else of an answer is shown, because it may come from any program. */
const versionPattern = /^\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[\w.]{1,20})?$/;

/** The sandbox that listens on a port of this machine. Undefined for any other program. */
export async function sandboxAt(host: string, port: number): Promise<OtherSandbox | undefined> {
  const name = reachable(host);
  const address = `${name.includes(':') ? `[${name}]` : name}:${port}`;
  try {
    const answer = await asked(`http://${address}`);
    if (answer.status !== badRequest) return sandboxIn(answer);
  } catch (error) {
    if (error instanceof TimedOut) return undefined;
  }
  // A TLS server answers plain HTTP with status 400 or closes the connection.
  return asked(`https://${address}`).then(sandboxIn, () => undefined);
}

/** An address to connect to. 0.0.0.0 and :: are only for listening. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

interface Asked extends Answer {
  readonly url: string;
}

async function asked(url: string): Promise<Asked> {
  const request = url.startsWith('https:') ? (await import('node:https')).request : plainRequest;
  // Its certificate does not matter: nothing secret is sent.
  const options = { agent: false, rejectUnauthorized: false };
  const open = () => request(url + healthPath, options);
  return { ...(await exchange({ open, body: null, timeoutMs, longBody: 'close' })), url };
}

function sandboxIn({ url, body }: Asked): OtherSandbox | undefined {
  const answer = jsonValue(body.toString('utf8'));
  if (typeof answer !== 'object' || answer === null) return undefined;
  if (!('status' in answer && 'version' in answer) || typeof answer.version !== 'string') return undefined;
  const isOurs = answer.status === 'ok' || answer.status === 'failing';
  return isOurs && versionPattern.test(answer.version) ? { url, version: answer.version } : undefined;
}
