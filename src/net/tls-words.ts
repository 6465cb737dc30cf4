/**
 * What a failure reported by OpenSSL says about the server, or undefined for any other error. OpenSSL's own
 * message names source files of Node.js, which do not help the reader.
 */
export function tlsWords(code: string, message: string, host: string): string | undefined {
  const [, reason = '', rest = ''] = /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]*)(.*)/s.exec(message) ?? [];
  if (reason === '') return undefined;
  const [, number] = /SSL alert number (\d+)/.exec(rest) ?? [];
  if (number !== undefined) return alertWords(Number(number), reason, host);
  // Before the handshake ends, Node.js gives most failures this code when the answer is not TLS.
  if (code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return `${host} does not speak TLS at this port`;
  return `the TLS connection to ${host} broke: ${reason}`;
}

function alertWords(number: number, reason: string, host: string): string {
  const name = reason.replace(/^(?:ssl\/tls|sslv3|tlsv1|tlsv13) (?:alert )?/, '');
  const why = causes[number];
  return `${host} ended TLS with the alert "${name}"${why === undefined ? '' : `: ${why}`}`;
}

/** What the most common alerts (RFC 8446, 6.2) mean, coming from a server that the sandbox calls. */
const causes: Readonly<Record<number, string>> = {
  40: 'it shares no cipher with the sandbox, or wants a client certificate, which the sandbox does not send',
  70: 'it does not take TLS 1.2 or 1.3',
  112: 'it has no certificate for this host name',
  116: 'it wants a client certificate, which the sandbox does not send',
};
