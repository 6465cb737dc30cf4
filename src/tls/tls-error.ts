import { UserError } from '../host/user-error.ts';

/** No certificate can be served. The message is for the user who asked for HTTPS. */
export class TlsError extends UserError {
  override readonly name = 'TlsError';
}
