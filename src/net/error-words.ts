import { maxHeaderSize } from 'node:http';
import { errorCode, isError } from '../host/errors.ts';
import { CutOff, ExchangeError, ResetOnReuse } from './exchange-errors.ts';
import { tlsWords } from './tls-words.ts';

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
  INVALID_PURPOSE: (host) => `the TLS certificate of ${host} is not one for a server`,
  CERT_NOT_YET_VALID: (host) => `the TLS certificate of ${host} is not valid yet`,
  CERT_HAS_EXPIRED: (host) => `the TLS certificate of ${host} has expired`,
  HPE_HEADER_OVERFLOW: (host) => `${host} sent more than ${maxHeaderSize / 1024} KB of headers`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `the TLS certificate is not for ${host}`,
};

/** Why an exchange failed, for the list of attempts or an audit report. Never throws. */
export function errorWords(error: unknown, url: string): string {
  const host = URL.parse(url)?.host ?? url;
  if (!isError(error)) return `the request failed: ${String(error)}`;
  if (error instanceof ResetOnReuse)
    return `the kept-alive connection was ${isEnd(error.cause) ? 'closed' : 'reset'} by ${host}, which may have read the request: it is not sent again in this attempt`;
  if (isEnd(error)) return `${host} closed the connection without an answer`;
  const code = errorCode(error);
  const told = words[code]?.(host) ?? tlsWords(code, error.message, host);
  if (told !== undefined) return told;
  if (code.startsWith('HPE_')) return `${host} did not answer in HTTP: ${error.message}`;
  // That the body is not HTTP says more than that the answer was cut off.
  if (error instanceof CutOff && errorCode(error.cause).startsWith('HPE_'))
    return errorWords(error.cause, url);
  // Several addresses were tried, and the first failure says the most.
  if (error instanceof AggregateError && error.errors[0] !== undefined)
    return errorWords(error.errors[0], url);
  if (error instanceof ExchangeError) return error.message;
  return `the request failed: ${error.message || code}`;
}

/** Node gives an orderly end of the connection the code of a reset, but only a reset comes from a system call. */
function isEnd(error: unknown): boolean {
  return isError(error) && errorCode(error) === 'ECONNRESET' && !('syscall' in error);
}
