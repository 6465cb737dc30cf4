/** What a sandbox tells the `start --detach` that has started it. */
export interface ReadyMessage {
  readonly ready: string;
}

/** Ends this process when its parent does, up to `leaveParent`: nobody would know of a sandbox whose `start --detach` was killed. */
export function endWithParent(): void {
  if (!process.connected) end();
  process.once('disconnect', end);
  // A start that fails ends by itself.
  process.channel?.unref();
}

/** Hands the ready line to the parent. From its answer on, this process lives by itself. */
export function leaveParent(readyLine: string): void {
  process.once('message', () => process.off('disconnect', end));
  const message: ReadyMessage = { ready: readyLine };
  process.send?.(message);
}

/** At once: nothing has been answered yet, and a data file survives it. */
function end(): void {
  process.exit(1);
}
