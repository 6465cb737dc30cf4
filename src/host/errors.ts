/**
 * Whether a value is an error of any realm. Jest runs each test file in a realm of its own, where the errors that Node throws are not
 * `instanceof Error`.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

export function errorMessage(error: unknown): string {
  return isError(error) ? error.message : String(error);
}

/** The code of an error from Node or SQLite, such as `ENOENT`; empty without one. */
export function errorCode(error: unknown): string {
  return isError(error) && 'code' in error ? String(error.code) : '';
}

/** The same error, or one of this realm that has it as its cause: for libraries that look with `instanceof Error`. */
export function errorOfThisRealm(error: unknown): Error {
  return error instanceof Error ? error : new Error(errorMessage(error), { cause: error });
}

/** What to say about an error for lack of file descriptors; undefined for any other error. */
export function tooManyFiles(error: unknown): string | undefined {
  if (!['EMFILE', 'ENFILE'].includes(errorCode(error))) return undefined;
  return 'Too many files are open. Raise the limit with `ulimit -n`, then try again.';
}
