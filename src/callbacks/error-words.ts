const words: Readonly<Record<string, (host: string) => string>> = {
  ECONNREFUSED: (host) => `connection refused: nothing listens at ${host}`,
  ECONNRESET: (host) => `the connection was reset by ${host}`,
  EPIPE: (host) => `the connection was closed by ${host} while the request was sent`,
  ENOTFOUND: (host) => `the name of ${host} is not known (DNS)`,
  EAI_AGAIN: (host) => `the name of ${host} could not be looked up now (DNS)`,
  EHOSTUNREACH: (host) => `${host} cannot be reached from here`,
  ENETUNREACH: (host) => `the network of ${host} cannot be reached from here`,
  ETIMEDOUT: (host) => `no connection to ${host} in time`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (host) => `the TLS certificate of ${host} is self-signed`,
  SELF_SIGNED_CERT_IN_CHAIN: (host) => `the TLS certificate of ${host} is signed by an unknown authority`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: (host) =>
    `the TLS certificate of ${host} is signed by an unknown authority`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: (host) =>
    `the TLS certificate of ${host} is signed by an unknown authority`,
  INVALID_PURPOSE: (host) => `the TLS certificate of ${host} is not one of a server`,
  CERT_NOT_YET_VALID: (host) => `the TLS certificate of ${host} is not valid yet`,
  CERT_HAS_EXPIRED: (host) => `the TLS certificate of ${host} has expired`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `the TLS certificate is not for ${host}`,
  EPROTO: (host) => `${host} does not speak TLS at this port`,
  ERR_SSL_WRONG_VERSION_NUMBER: (host) => `${host} does not speak TLS at this port`,
  ABORT_ERR: () => 'the sandbox was stopped or reset during the attempt',
};

/** The answer began, and ended before it was whole. */
export class CutOff extends Error {
  constructor(status: number, options: ErrorOptions) {
    super(`the answer ${status} was cut off before it was complete`, options);
  }
}

/** Why an exchange with a merchant failed, for the person who reads the list of attempts. */
export function errorWords(error: unknown, url: string): string {
  const { host } = new URL(url);
  if (!(error instanceof Error)) return `the request failed: ${String(error)}`;
  if (error instanceof CutOff) return wordsOfCutOff(error, url);
  const code = 'code' in error ? String(error.code) : '';
  const told = words[code];
  if (told) return told(host);
  if (code.startsWith('HPE_')) return `${host} did not answer in HTTP: ${error.message}`;
  if (error.name === 'AbortError') return 'the sandbox was stopped or reset during the attempt';
  // Several addresses were tried: the first failure tells the most.
  if (error instanceof AggregateError && error.errors[0] !== undefined)
    return errorWords(error.errors[0], url);
  return `the request failed: ${error.message}`;
}

/** A connection that was cut tells less than that an answer had begun; a body that is no HTTP tells more. */
function wordsOfCutOff(error: CutOff, url: string): string {
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code.startsWith('HPE_') ? errorWords(cause, url) : error.message;
}
