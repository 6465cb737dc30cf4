import type { InterceptedHost } from './address.ts';
import type { Counts } from './answering.ts';

/** What came of an interception, where the person should know: a sentence each. */
export function notesOn(
  hosts: readonly InterceptedHost[],
  { connections, requests }: Counts,
  refused: readonly string[],
): readonly string[] {
  const names = hosts.map(({ name, port }) => (port === undefined ? name : `${name}:${port}`)).join(', ');
  const nothing =
    connections > 0
      ? `A client connected to ${names} and sent no request: it does not trust the certificate, and reads none of the variables for that.`
      : `No request for ${names} came: the command made none, or its client does not ask the proxy in HTTPS_PROXY.`;
  return [
    ...(requests === 0 ? [nothing] : []),
    ...(refused.length > 0 ? [`Refused, for they are not intercepted: ${refused.join(', ')}.`] : []),
  ];
}
