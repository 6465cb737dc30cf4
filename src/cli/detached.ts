/** The message from a detached sandbox to the `start --detach` that started it. */
export interface ReadyMessage {
  readonly ready: string;
  /** What it has told on stderr and its user should know. */
  readonly notes: readonly string[];
}

/**
 * Ends this process with its parent until `leaveParent`. Otherwise a killed `start --detach` would leave a
 * sandbox that nobody knows about.
 */
export function endWithParent(): void {
  if (!process.connected) end();
  process.once('disconnect', end);
  // Lets a failed start exit.
  process.channel?.unref();
}

/** Sends the message to the parent. From its answer on, this process does not depend on it. */
export function leaveParent(message: ReadyMessage): void {
  process.once('message', () => process.off('disconnect', end));
  process.send?.(message);
}

/** Exits immediately: no request has been answered yet, and data files survive a crash. */
function end(): void {
  process.exit(1);
}
