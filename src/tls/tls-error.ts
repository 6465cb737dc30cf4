/** There can be no certificate; the message is for the person who asked for HTTPS. */
export class TlsError extends Error {
  override readonly name = 'TlsError';
}
