import { UserError } from '../host/user-error.ts';

/** There can be no certificate; the message is for the person who asked for HTTPS. */
export class TlsError extends UserError {
  override readonly name = 'TlsError';
}
