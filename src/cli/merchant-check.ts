import { controlExchange } from '../client/control-exchange.ts';
import { ControlExchangeError } from '../client/control-exchange-error.ts';
import { type HostMap, mappedHostNote, mappedUrl } from '../protocol/host-map.ts';
import { isLoopbackHost } from '../protocol/loopback-host.ts';
import { hostOf, judgeMerchantUrl, portOf } from '../protocol/merchant-url.ts';
import { trustAdvice } from './control-client.ts';
import { type Finding, messageOf } from './health-checks.ts';

const name = 'merchant';
const patienceMs = 5000;
const nameTheMap =
  'If the sandbox was started with --callback-host-map, set GATEWAY_SANDBOX_CALLBACK_HOST_MAP here too.';

/**
 * Any HTTP answer passes: this only checks that a merchant may have the URL, and that something listens where the host
 * map leads. `sandbox`: the URL of a running one.
 */
export async function checkMerchant(
  url: string | undefined,
  sandbox: string | undefined,
  map: HostMap,
): Promise<Finding> {
  if (url === undefined)
    return { name, ok: true, detail: 'not checked: set the address of your app with --merchant-url' };
  const judge = (text: string) => judgeMerchantUrl(text, (given) => isSamePlace(given, sandbox));
  const judged = judge(url);
  if ('why' in judged)
    return { name, ok: false, detail: `${url} is refused as a return_url`, mend: judged.why };
  const target = mappedUrl(map, judged.url);
  const note = mappedHostNote(map, judged.url);
  const mapped = judge(target.href);
  if ('why' in mapped) return { name, ok: false, detail: `${url} is never called${note}`, mend: mapped.why };
  try {
    // The host that callbacks name. It is also the one that a certificate must be for.
    const headers = { Host: judged.url.host };
    const { status } = await controlExchange(target, {
      method: 'GET',
      headers,
      timeoutMs: patienceMs,
      maxBytes: 0,
    });
    return { name, ok: true, detail: `${url} answers (${status})` };
  } catch (error) {
    return unreached(url, note, error);
  }
}

function unreached(url: string, note: string, error: unknown): Finding {
  if (error instanceof ControlExchangeError && error.kind === 'untrusted')
    return { name, ok: false, detail: `${url} ${error.message}${note}`, mend: trustAdvice };
  const startIt =
    'Start your app, and set the address that it listens on; in a container, that is not localhost.';
  const isUnknown = note === '' && /ENOTFOUND|EAI_AGAIN/.test(messageOf(error));
  return {
    name,
    ok: false,
    detail: `${url} cannot be reached: ${messageOf(error)}${note}`,
    mend: isUnknown ? `${startIt} ${nameTheMap}` : startIt,
  };
}

/** Whether a URL leads to a running sandbox, by any name of this machine. */
function isSamePlace(url: URL, sandbox: string | undefined): boolean {
  const ours = sandbox === undefined ? null : URL.parse(sandbox);
  if (!ours || portOf(url) !== portOf(ours)) return false;
  return hostOf(url) === hostOf(ours) || (isLoopbackHost(url.hostname) && isLoopbackHost(ours.hostname));
}
