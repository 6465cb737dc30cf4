/** The message from a detached sandbox to the `start --detach` that started it. */
export interface ReadyMessage {
  readonly ready: string;
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

/** Sends the ready line to the parent. From its answer on, this process does not depend on it. */
export function leaveParent(readyLine: string): void {
  process.once('message', () => process.off('disconnect', end));
  const message: ReadyMessage = { ready: readyLine };
  process.send?.(message);
}

/** Exits immediately: no request has been answered yet, and data files survive a crash. */
function end(): void {
  process.exit(1);
}
