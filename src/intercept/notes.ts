import { type Address, authorityOf, type InterceptedHost } from './address.ts';

export interface Happened {
  readonly hosts: readonly InterceptedHost[];
  /** Requests that the sandbox answered. */
  readonly requests: number;
  /** Other hosts to which requests were forwarded. */
  readonly passed: readonly Address[];
  /** Other hosts that `--other-hosts refuse` blocked. */
  readonly refused: readonly string[];
  /** What could not be served, one sentence each. */
  readonly unserved: readonly string[];
}

/** What the user should know about an interception, one sentence each. */
export function notesOn({ hosts, requests, passed, refused, unserved }: Happened): readonly string[] {
  return [
    ...(requests === 0 && unserved.length === 0 ? [nothingCame(hosts)] : []),
    ...(requests === 0 && passed.length > 0
      ? [`The proxy passed on requests for ${passed.map(authorityOf).join(', ')}.`]
      : []),
    ...passed.flatMap((to) => otherPort(hosts, to)),
    ...unserved,
    ...(refused.length > 0 ? [`--other-hosts refuse blocked ${refused.join(', ')}.`] : []),
  ];
}

function nothingCame(hosts: readonly InterceptedHost[]): string {
  const names = hosts.map(({ name, port }) => (port === undefined ? name : `${name}:${port}`)).join(', ');
  return `No request for ${names} came. Either the command sent none, or its client does not use the proxy in HTTPS_PROXY: docs/intercept.md lists what such clients need.`;
}

/** The live host received this request, which was hardly intended. */
function otherPort(hosts: readonly InterceptedHost[], to: Address): readonly string[] {
  const ports = hosts.filter(({ name }) => name === to.name).map(({ port }) => port);
  if (ports.length === 0) return [];
  return [
    `${authorityOf(to)} was not intercepted: --intercept names only port ${ports.join(', ')}. Write --intercept ${to.name} for every port.`,
  ];
}
