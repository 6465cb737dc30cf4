/** By name: the classes come with SQLite and the server, which most commands do without. */
const forPeople: ReadonlySet<string> = new Set([
  'ConfigError',
  'DataFileError',
  'InterceptError',
  'ListenError',
  'TlsError',
  'NativeModuleError',
]);

/** An error whose message is one sentence that says what to do; any other is a bug of ours. */
export function isForPeople(error: unknown): error is Error {
  return error instanceof Error && forPeople.has(error.name);
}
