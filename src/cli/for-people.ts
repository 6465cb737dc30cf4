import { isError } from '../host/errors.ts';
import { CommandFailed, WrongUsage } from './control-client.ts';

/** By name: the classes come with SQLite and the server, which most commands do without. */
const forPeople: ReadonlySet<string> = new Set([
  'ConfigError',
  'DataFileError',
  'DemoShopError',
  'InterceptError',
  'ListenError',
  'SnapshotFileError',
  'TlsError',
  'NativeModuleError',
  'NoCurrentFolder',
]);

/** An error whose message is one sentence that says what to do; any other is a bug of ours. */
export function isForPeople(error: unknown): error is Error {
  return isError(error) && forPeople.has(error.name);
}

/** What ends a command because of this error: wrong usage if a flag or a variable is wrong. A bug stays what it is. */
export function commandFailure(error: unknown, ...advice: readonly string[]): unknown {
  if (!isForPeople(error)) return error;
  const Failed = 'isUsage' in error && error.isUsage ? WrongUsage : CommandFailed;
  return new Failed([error.message, ...advice].join(' '));
}
