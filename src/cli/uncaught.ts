import { internalErrorReporter } from '../host/report-internal-error.ts';

const reportInternalError = internalErrorReporter();

/** Reports an error that nothing has caught, a rejected promise's too, and ends the process with exit code 1. */
export function endOnUncaught(): void {
  process.on('uncaughtException', end);
}

/**
 * Reports it and goes on serving. Node advises against that, because an error can leave state half changed. Here the state is in SQLite, and
 * every change is one synchronous transaction that a throw rolls back. Ending would be worse for the reader: a sandbox in memory takes all
 * payments with it, nobody restarts one in CI, and one with a data file can meet the same stored row again at each restart.
 */
export function serveOnUncaught(): void {
  process.off('uncaughtException', end).on('uncaughtException', reportInternalError);
}

function end(error: unknown): void {
  void reportInternalError(error).finally(() => process.exit(1));
}
