/** An exchange that failed for a reason of its own; the message is the reason in words. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
}

/** No complete answer came in time. */
export class TimedOut extends ExchangeError {
  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs} ms`);
  }
}

/** The exchange was given up by us. */
export class Stopped extends ExchangeError {
  constructor() {
    super('the sandbox was stopped or reset during the attempt');
  }
}

/** The answer began, and ended before it was complete. */
export class CutOff extends ExchangeError {
  constructor(status: number, options?: ErrorOptions) {
    super(`the answer ${status} was cut off before it was complete`, options);
  }
}

/** Status 101: after it the connection no longer speaks HTTP, so no answer can follow. */
export class SwitchedProtocols extends ExchangeError {
  constructor() {
    super('the answer was 101 Switching Protocols, which the request did not ask for');
  }
}

/** A kept-alive connection was closed after the request was written to it. Nobody can tell whether the other side read the request. */
export class ResetOnReuse extends ExchangeError {}
