/** The sandbox stops before something is done that takes longer than a moment. The message is one sentence for the person. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}
