/**
 * An error for the person who runs the program: its message is one sentence that says what happened and what to do, and is shown as it is.
 * Any other error that reaches the end of a command is a bug of ours.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  /** Of a command that ends with this error: 2 where its arguments or its environment are wrong. */
  readonly exitCode: number = 1;
}
