/** The sandbox refused a call, or could not be reached. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /** The HTTP status. 0 without an answer, or when a wait ended without a result. */
  readonly status: number;
  /** Such as `NOT_FOUND` or `ALREADY_DECIDED`. With status 0, also `UNREACHABLE` and `WAIT_OVER`. */
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}
