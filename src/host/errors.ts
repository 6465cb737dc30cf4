/**
 * Whether a value is an error from any realm. Jest runs each test file in its own realm, where errors that
 * Node throws are not `instanceof Error`.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

export function errorMessage(error: unknown): string {
  return isError(error) ? error.message : String(error);
}

/** The code of an error from Node or SQLite, such as `ENOENT`. Empty if it has none. */
export function errorCode(error: unknown): string {
  return isError(error) && 'code' in error ? String(error.code) : '';
}

/** An error of this realm, with the original as cause if needed, for code that checks `instanceof Error`. */
export function errorOfThisRealm(error: unknown): Error {
  return error instanceof Error ? error : new Error(errorMessage(error), { cause: error });
}

/** The message for an error caused by too many open files. Undefined for any other error. */
export function tooManyFiles(error: unknown): string | undefined {
  if (!['EMFILE', 'ENFILE'].includes(errorCode(error))) return undefined;
  return 'Too many files are open. Raise the limit with `ulimit -n`, then try again.';
}

/** Whether this machine lacks the address to listen on, such as ::1 where there is no IPv6. */
export function isNoAddress(error: unknown): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(errorCode(error));
}
