/** Thrown if the sandbox stops during a long operation. The message is shown to the user. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}
