import { noAnswerMend } from '../audit/no-answer.ts';
import { call } from '../net/call.ts';
import { type HostMap, mappedHost, mappedHostNote, mappedUrl } from '../protocol/host-map.ts';
import { isLoopbackHost } from '../protocol/loopback-host.ts';
import { hostOf, judgeMerchantUrl, portOf } from '../protocol/merchant-url.ts';
import { trustAdvice } from './control-client.ts';
import type { Finding } from './health-checks.ts';

/** How a sandbox would call the app. */
export interface CallingSandbox {
  /** The URL of a running one. */
  readonly url: string | undefined;
  /** The one for browsers, if it is set. */
  readonly publicUrl: string | undefined;
  readonly map: HostMap;
  /** How long a callback waits. */
  readonly timeoutMs: number;
  /** Whether an account accepts any certificate. */
  readonly allowSelfSigned: boolean;
  /** The data file of a sandbox that does not run. It may store another timeout and other accounts. */
  readonly stored: string | undefined;
}

const name = 'merchant';
const startIt =
  'Start your app, and set the address that it listens on; in a container, that is not localhost.';
const nameTheMap =
  'If the sandbox was started with --callback-host-map, set GATEWAY_SANDBOX_CALLBACK_HOST_MAP here too.';

/** Asks the app as a callback would, only with GET. Any HTTP answer passes. */
export async function checkMerchant(
  url: string | undefined,
  calling: () => Promise<CallingSandbox>,
): Promise<Finding> {
  if (url === undefined)
    return { name, ok: true, detail: 'not checked: set the address of your app with --merchant-url' };
  const sandbox = await calling();
  const { map, timeoutMs, allowSelfSigned, stored } = sandbox;
  const judge = (text: string) => judgeMerchantUrl(text, (given) => isSandbox(given, sandbox));
  const judged = judge(url);
  if ('why' in judged)
    return { name, ok: false, detail: `${url} is refused as a return_url`, mend: judged.why };
  const note = mappedHostNote(map, judged.url);
  const mapped = judge(mappedUrl(map, judged.url).href);
  if ('why' in mapped) return { name, ok: false, detail: `${url} is never called${note}`, mend: mapped.why };
  const connectTo = mappedHost(map, judged.url);
  const { status, error } = await call({ method: 'GET', url, timeoutMs, allowSelfSigned, connectTo });
  if (error === null) return { name, ok: true, detail: `${url} answers (${status})` };
  const mend = mendOf(error, note);
  const isStored = stored !== undefined && /^the TLS certificate |^no complete answer within /.test(error);
  return {
    name,
    ok: false,
    detail: `${url} gave no answer: ${error}${note}`,
    mend: isStored
      ? `${mend} ${stored} may store other accounts and settings: start the sandbox to check with them.`
      : mend,
  };
}

/** What to do about an app that gave no answer, by its error. */
function mendOf(error: string, note: string): string {
  const mend = noAnswerMend('callback', error, startIt);
  if (error.endsWith(' does not speak TLS at this port'))
    return 'Write http:// if your app has no TLS there.';
  if (error.startsWith('the name of ') && note === '') return `${mend} ${nameTheMap}`;
  return isUntrusted(error) ? `${trustAdvice} ${mend}` : mend;
}

/** Whether only the authority of the certificate is missing. */
function isUntrusted(error: string): boolean {
  return /^the TLS certificate .* is (?:self-signed|signed by an unknown authority)/.test(error);
}

/** A running sandbox has every name of this machine at its port. Behind its public URL, other names may lead elsewhere. */
function isSandbox(url: URL, { url: running, publicUrl }: CallingSandbox): boolean {
  const [ours, shown] = [running, publicUrl].map((each) => (each === undefined ? null : URL.parse(each)));
  if (shown && hostOf(url) === hostOf(shown) && portOf(url) === portOf(shown)) return true;
  if (!ours || portOf(url) !== portOf(ours)) return false;
  return hostOf(url) === hostOf(ours) || (isLoopbackHost(url.hostname) && isLoopbackHost(ours.hostname));
}
