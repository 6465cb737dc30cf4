import { ConfigError } from '../config.ts';
import { ListenError } from '../http/server.ts';
import { DataFileError } from '../store/data-file-error.ts';

/** An error whose message is one sentence that says what to do; any other is a bug of ours. */
export function isForPeople(error: unknown): error is Error {
  if (error instanceof ConfigError || error instanceof DataFileError || error instanceof ListenError)
    return true;
  return (
    error instanceof Error &&
    (error.name === 'TlsError' || error.name === 'UnpackError' || error.name === 'InterceptError')
  );
}
