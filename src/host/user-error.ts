/**
 * An error for the user. Its message is one sentence that says what happened and what to do, and is shown
 * unchanged. Any other error that reaches the end of a command is a bug in the sandbox.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  /** The exit code of a command that ends with this error. 2 for wrong arguments or variables. */
  readonly exitCode: number = 1;
}
