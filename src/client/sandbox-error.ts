/** The sandbox refused a call, or could not be reached. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /** The HTTP status. 0 without an answer, or when a wait ended without a result. */
  readonly status: number;
  /** Such as `NOT_FOUND` or `ALREADY_DECIDED`. With status 0, also `UNREACHABLE` and `WAIT_OVER`. */
  readonly code: string;

  // `ErrorOptions` would need the library of ES2022 in the user's project.
  constructor(status: number, code: string, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}
