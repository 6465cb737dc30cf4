import type { IncomingHttpHeaders } from 'node:http';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The values of all `Host` headers in the request. */
  readonly hosts: readonly string[] | undefined;
}

/**
 * Why a request comes from another website in the customer's browser. Undefined if it does not. Such a site
 * could place orders, or read them through a host name of its own that points here.
 */
export function refusalOf({ method, path, headers, hosts = [] }: Asked): string | undefined {
  // With two Host headers, a proxy in front of the shop could check one and the shop the other.
  const [host = '', ...others] = hosts;
  const { origin, 'sec-fetch-site': site } = headers;
  if (others.length > 0 || !/^(?:(?:[^:]+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(host))
    return 'This shop is only for this machine: open it at http://127.0.0.1.';
  // The callback is protected by the gateway's signature, and no page sends it.
  if (method === 'GET' || method === 'HEAD' || path === '/callback') return undefined;
  const isOwn = site === undefined ? isSameOrigin(origin, host) : site === 'same-origin' || site === 'none';
  return isOwn ? undefined : 'A page of another site sent this form.';
}

/** Old browsers send only `Origin`, other programs neither header. */
function isSameOrigin(origin: string | undefined, host: string): boolean {
  return origin === undefined || origin.toLowerCase() === `http://${host.toLowerCase()}`;
}
