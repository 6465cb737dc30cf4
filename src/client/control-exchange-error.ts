/** `unreachable`: no connection. `timeout`: no complete answer in time. `broken`: not HTTP, or cut short. */
export type FailureKind = 'unreachable' | 'timeout' | 'untrusted' | 'broken';

/** No complete HTTP answer. The message continues a sentence about the server: "sent …", "did not …". */
export class ControlExchangeError extends Error {
  override readonly name = 'ControlExchangeError';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Puts an error of the connection into words. */
export function failure(error: Error, isConnected: boolean): ControlExchangeError {
  const code = 'code' in error ? String(error.code) : '';
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code))
    return new ControlExchangeError('untrusted', `has a certificate that is not trusted (${code})`, error);
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return new ControlExchangeError('broken', 'does not speak HTTPS with this client', error);
  if (!isConnected) return new ControlExchangeError('unreachable', `cannot be reached (${code})`, error);
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return new ControlExchangeError('broken', 'closed the connection without an answer', error);
  return new ControlExchangeError(
    'broken',
    `sent something that is not HTTP (${code || error.message})`,
    error,
  );
}
