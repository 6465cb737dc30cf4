/** A failed exchange. The message says why. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
}

/** No complete answer arrived in time. */
export class TimedOut extends ExchangeError {
  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs} ms`);
  }
}

/** The time was up while the name of the server was still being looked up. */
export class NotLookedUp extends ExchangeError {
  constructor(name: string, timeoutMs: number) {
    super(`the name of ${name} was not looked up within ${timeoutMs} ms (DNS): nothing was sent`);
  }
}

/** The sandbox ended the exchange. */
export class Stopped extends ExchangeError {
  constructor() {
    super('the sandbox was stopped or reset during the attempt');
  }
}

/** The answer ended before it was complete. */
export class CutOff extends ExchangeError {
  constructor(status: number, options?: ErrorOptions) {
    super(`the answer ${status} was cut off before it was complete`, options);
  }
}

/** Status 101: the connection no longer speaks HTTP, so no answer can follow. */
export class SwitchedProtocols extends ExchangeError {
  constructor() {
    super('the answer was 101 Switching Protocols, which the request did not ask for');
  }
}

/** A kept-alive connection closed after the request was written. The server may have read the request. */
export class ResetOnReuse extends ExchangeError {}
