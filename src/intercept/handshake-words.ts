/** How a connection to an intercepted host ended without a request. */
export type Ending =
  | 'silent'
  | 'in the handshake'
  | 'after the handshake'
  | 'in a request'
  | NodeJS.ErrnoException;

const ownBundle =
  'It reads none of the variables that name the CA, or has a CA bundle of its own: give it the file in SSL_CERT_FILE';
const orPins = `${ownBundle}. Or it pins the live certificate: turn pinning off for the test`;

/** The rest of a sentence about a client, without the final period. */
export function wordsFor(ending: Ending, host: string): string {
  if (ending === 'silent') return `connected to ${host} and sent nothing`;
  if (ending === 'in the handshake')
    return `closed the connection to ${host} during the TLS handshake, without a TLS alert. ${orPins}`;
  if (ending === 'after the handshake')
    return `closed the connection to ${host} after the TLS handshake and sent no request. ${orPins}`;
  if (ending === 'in a request') return `closed the connection to ${host} before its request was complete`;
  const code = ending.code ?? '';
  const alert = alerts.find(([pattern]) => pattern.test(code));
  if (alert) return `refused the certificate of ${host} with the TLS alert "${alert[1]}". ${alert[2]}`;
  return words[code]?.(host) ?? `could not agree on TLS with ${host} (${code})`;
}

/**
 * OpenSSL's names of the alerts by which a client refuses a certificate. For an unknown CA, Go sends the
 * second and Java the third.
 */
const alerts: readonly (readonly [code: RegExp, name: string, advice: string])[] = [
  [/ALERT_UNKNOWN_CA$/, 'unknown CA', ownBundle],
  [/ALERT_BAD_CERTIFICATE$/, 'bad certificate', orPins],
  [/ALERT_CERTIFICATE_UNKNOWN$/, 'certificate unknown', orPins],
  [/ALERT_CERTIFICATE_(REVOKED|EXPIRED)$/, 'certificate expired', orPins],
  [/ALERT_UNSUPPORTED_CERTIFICATE$/, 'unsupported certificate', orPins],
  [/ALERT_ACCESS_DENIED$/, 'access denied', orPins],
];

const onlyOldTls = (host: string) =>
  `offered only TLS older than 1.2 to ${host}. Allow TLS 1.2 or 1.3 in the client`;

const noHttp1 = (host: string) =>
  `offered neither HTTP/1.1 nor HTTP/1.0 to ${host} in the TLS handshake (ALPN), probably only HTTP/2. Allow HTTP/1.1 in the client`;

const words: Readonly<Record<string, (host: string) => string>> = {
  ECONNRESET: (host) => wordsFor('in the handshake', host),
  // On Windows.
  ECONNABORTED: (host) => wordsFor('in the handshake', host),
  EPIPE: (host) => wordsFor('in the handshake', host),
  ERR_SSL_NO_APPLICATION_PROTOCOL: noHttp1,
  ERR_SSL_UNSUPPORTED_PROTOCOL: onlyOldTls,
  ERR_SSL_VERSION_TOO_LOW: onlyOldTls,
};

/** Node's code for a client that speaks HTTP/2 without asking. */
export const http2Code = 'HPE_PAUSED_H2_UPGRADE';

/** The rest of a sentence about a client that does not speak HTTP/1.1. Undefined for other errors. */
export function wordsForBroken({ code = '' }: NodeJS.ErrnoException, host: string): string | undefined {
  if (code === http2Code) return onlyHttp2(host);
  if (code === 'HPE_HEADER_OVERFLOW') return `sent ${host} more than 16 KB of headers`;
  // `limitBody` reports a client that disconnects within a body.
  if (!code.startsWith('HPE_') || code === 'HPE_INVALID_EOF_STATE') return undefined;
  return `sent ${host} something that is not HTTP/1.1 (${code}). If a request came before it, compare its Content-Length with its body`;
}

/** For a client that speaks HTTP/2 without asking: sent to the client, and reported after the command. */
export function onlyHttp2(host: string): string {
  return `spoke only HTTP/2 to ${host}, and the sandbox speaks HTTP/1.1. Allow HTTP/1.1 in the client`;
}
