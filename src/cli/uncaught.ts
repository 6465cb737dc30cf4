import { internalErrorReporter } from '../host/report-internal-error.ts';

const reportInternalError = internalErrorReporter();

/** Reports an uncaught error or an unhandled rejection and exits with code 1. */
export function endOnUncaught(): void {
  process.on('uncaughtException', end);
}

/**
 * Reports the error and keeps serving. Node advises against that, because an error can leave state half
 * changed. Here, all state is in SQLite, and each change is one synchronous transaction that a throw rolls
 * back. Exiting would be worse for the user: a sandbox in memory loses all payments, nothing restarts one in
 * CI, and one with a data file can fail on the same row after each restart.
 */
export function serveOnUncaught(): void {
  process.off('uncaughtException', end).on('uncaughtException', reportInternalError);
}

function end(error: unknown): void {
  void reportInternalError(error).finally(() => process.exit(1));
}
