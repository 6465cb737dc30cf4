/** Drop messages when this much output is unread: a stalled reader must not fill the memory. */
const mostUnreadBytes = 64 * 1024;

let copy: ((text: string) => void) | undefined;

/** Passes each further message to `take` as well, which must not throw. */
export function copyMessages(take: (text: string) => void): void {
  copy = take;
}

/** Prints a message to stderr. Never throws or ends the process, even if stderr is closed or full. */
export function tell(text: string): void {
  copy?.(text);
  printToStderr(text);
}

/** Like `tell`, for output that isn't a message and so isn't passed on to `copyMessages`. */
export function printToStderr(text: string): void {
  surviveLostStderr();
  if (process.stderr.writableLength <= mostUnreadBytes) process.stderr.write(`${text}\n`);
}

/**
 * Ignores a lost stderr, because there is nowhere left to report it. Without a listener, Node would end the
 * process, and so would the second failed `console.error`.
 */
export function surviveLostStderr(): void {
  const { stderr } = process;
  if (!stderr.listeners('error').includes(ignore)) stderr.on('error', ignore);
}

function ignore(): void {}
