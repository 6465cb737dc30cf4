import { hostAndPort, writtenHost } from './host-and-port.ts';
import { hostOf, portOf } from './merchant-url.ts';

/** Hosts, in the spelling of `hostMapKey`, and the host to connect to instead of each. */
export type HostMap = ReadonlyMap<string, string>;

/** One spelling for a host, at one port or at every port. Undefined if no URL has this host. */
export function hostMapKey(text: string): string | undefined {
  const host = hostAndPort(text);
  return host && !host.name.includes('*') ? writtenHost(host) : undefined;
}

/** The URL with the host to connect to. */
export function mappedUrl(map: HostMap, url: URL): URL {
  const host = mappedHost(map, url);
  if (host === undefined) return url;
  const mapped = new URL(url);
  mapped.host = host;
  return mapped;
}

/** The host to connect to instead of a URL's. An entry for its port overrides one for every port. */
export function mappedHost(map: HostMap, url: URL): string | undefined {
  const name = hostOf(url);
  return map.get(writtenHost({ name, port: portOf(url) })) ?? map.get(writtenHost({ name }));
}

/** For the end of an error: the host that was tried instead of the URL's. Empty if it was the URL's own. */
export function mappedHostNote(map: HostMap, url: URL): string {
  const host = mappedHost(map, url);
  return host === undefined ? '' : ` (callback_host_map names ${host} for this host)`;
}
