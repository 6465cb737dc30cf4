/** What a sandbox refused, or could not be asked at all. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /** The HTTP status of the answer; 0 when there was none, or when a wait was over without one. */
  readonly status: number;
  /** `NOT_FOUND`, `ALREADY_DECIDED`, …, as the control API sends it; `UNREACHABLE` and `WAIT_OVER` with status 0. */
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}
