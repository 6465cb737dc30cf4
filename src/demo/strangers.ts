import type { IncomingHttpHeaders } from 'node:http';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Every `Host` header that came. */
  readonly hosts: readonly string[] | undefined;
}

/**
 * Why a request comes from another website that the customer's browser has open; undefined when it does not. Such a page could order, or
 * read the orders under a host name of its own that it lets lead here.
 */
export function refusalOf({ method, path, headers, hosts = [] }: Asked): string | undefined {
  // A proxy before the shop may judge by another one of two than the shop does.
  const [host = '', ...others] = hosts;
  const { origin, 'sec-fetch-site': site } = headers;
  if (others.length > 0 || !/^(?:(?:[^:]+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(host))
    return 'This shop is only for this machine: open it at http://127.0.0.1.';
  // The gateway's signature protects the callback, and no page sends it.
  if (method === 'GET' || method === 'HEAD' || path === '/callback') return undefined;
  const isOwn = site === undefined ? isSameOrigin(origin, host) : site === 'same-origin' || site === 'none';
  return isOwn ? undefined : 'A page of another site sent this form.';
}

/** Old browsers send `Origin` alone, and programs neither of the two. */
function isSameOrigin(origin: string | undefined, host: string): boolean {
  return origin === undefined || origin.toLowerCase() === `http://${host.toLowerCase()}`;
}
