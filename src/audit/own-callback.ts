import type { Callback } from '../client.ts';
import { type Sent, withHost } from '../net/call.ts';
import { listens, placeOf } from '../net/listens.ts';
import type { AuditOptions } from './audit-options.ts';

/** A callback that the audit sends itself. */
export interface OwnCallback extends Sent {
  readonly method: Callback['method'];
}

type Limits = Pick<AuditOptions, 'timeoutMs' | 'allowSelfSigned'>;

/** The same request that the sandbox sends, to the same place. */
export async function ownCallback(callback: Callback, limits: Limits): Promise<OwnCallback> {
  const { method, url, body } = callback;
  const { timeoutMs, allowSelfSigned } = limits;
  const headers = { 'User-Agent': 'gateway-sandbox', Accept: '*/*' };
  return {
    method,
    url,
    body,
    headers: body === null ? headers : { ...headers, 'Content-Type': 'application/json' },
    timeoutMs,
    allowSelfSigned,
    connectTo: await otherHost(callback, timeoutMs),
  };
}

/**
 * The host by which `callback_host_map` replaces the URL's. A sandbox in a container may reach your app by a
 * name that leads nowhere from here. The URL's own then does, as it must for the browser.
 */
async function otherHost(
  { url, target_host: host }: Callback,
  timeoutMs: number,
): Promise<string | undefined> {
  const target = withHost(url, host);
  if (target.host === new URL(url).host) return undefined;
  return (await listens(placeOf(target.href), timeoutMs)) ? host : undefined;
}
