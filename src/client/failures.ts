import { withoutUser } from '../host/without-user.ts';
import { isHttpsOnly } from '../protocol/https-only.ts';
import type { ControlAnswer } from './control-exchange.ts';
import { ControlExchangeError } from './control-exchange-error.ts';
import { SandboxError } from './sandbox-error.ts';

/** Creates a connection's errors: those of the library, or sentences for the command line. */
export interface Failures {
  /** The base URL is not an http or https URL. */
  readonly noUrl: () => Error;
  /** The arguments cannot be sent. The sentence says why. */
  readonly wrong: (sentence: string) => Error;
  /** There was no complete answer. */
  readonly failed: (cause: unknown) => unknown;
  /** The answer is not a success in JSON. `json` is undefined if it is not JSON at all. */
  readonly refused: (answer: ControlAnswer, json: unknown) => Error;
  /** A success with unexpected JSON. `place`: path to the mismatch, empty for the whole answer. */
  readonly misshapen: (operation: string, place: string) => Error;
}

export function sandboxErrors(url: string): Failures {
  return {
    noUrl: () =>
      new SandboxError(0, 'UNREACHABLE', `${JSON.stringify(withoutUser(url))} is not an http or https URL.`),
    wrong: (sentence) => new SandboxError(0, 'INVALID_REQUEST', sentence),
    failed: (cause) => failureOf(url, cause),
    refused: (answer, json) => {
      const { status } = answer;
      const { code, message } = refusalIn(json);
      if (isHttpsOnly(answer))
        return new SandboxError(
          status,
          'NOT_A_SANDBOX',
          `The sandbox at ${url} speaks HTTPS only. Use https:// in its URL.`,
        );
      return typeof code === 'string' && typeof message === 'string'
        ? new SandboxError(status, code, message)
        : new SandboxError(
            status,
            'NOT_A_SANDBOX',
            `The server that answered with ${status} is not gateway-sandbox.`,
          );
    },
    misshapen: (...where) => new SandboxError(0, 'NOT_A_SANDBOX', unknownShape(url, ...where)),
  };
}

/** For an answer that does not match its operation. */
export function unknownShape(url: string, operation: string, place: string): string {
  const what = place === '' ? 'an answer' : `a value at ${JSON.stringify(place.slice(0, 100))}`;
  return `The server at ${url} is not gateway-sandbox, or is another version of it: ${operation} gave ${what} that this version does not know.`;
}

/** The error in a refusal. The members can be anything, because another server may have answered. */
export function refusalIn(json: unknown): { readonly code?: unknown; readonly message?: unknown } {
  // The callers check every member.
  return (json as { error?: { code?: unknown; message?: unknown } } | null | undefined)?.error ?? {};
}

/** Any other error is our own and shown as it is: it says nothing about the sandbox. */
function failureOf(url: string, cause: unknown): unknown {
  if (!(cause instanceof ControlExchangeError)) return cause;
  if (cause.kind === 'unreachable')
    return new SandboxError(0, 'UNREACHABLE', `No sandbox answers at ${url}.`, { cause });
  const code = cause.kind === 'broken' ? 'NOT_A_SANDBOX' : 'UNREACHABLE';
  return new SandboxError(0, code, `The server at ${url} ${cause.message}.`, { cause });
}
