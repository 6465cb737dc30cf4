/** With this much output unread, messages are dropped: a reader that stalls must not fill the memory. */
const mostUnreadBytes = 64 * 1024;

let copy: ((text: string) => void) | undefined;

/** From now on, each message is also given to `take`, which must not throw. */
export function copyMessages(take: (text: string) => void): void {
  copy = take;
}

/** Prints a message to stderr. Never throws and never ends the process, even if stderr is closed, full or not being read. */
export function tell(text: string): void {
  copy?.(text);
  printToStderr(text);
}

/** The same for what is no message: nothing is copied. */
export function printToStderr(text: string): void {
  surviveLostStderr();
  if (process.stderr.writableLength <= mostUnreadBytes) process.stderr.write(`${text}\n`);
}

/** Nothing is left to report a lost stderr to. Without a listener, Node ends the process for it; so does the second failed `console.error`. */
export function surviveLostStderr(): void {
  const { stderr } = process;
  if (!stderr.listeners('error').includes(ignore)) stderr.on('error', ignore);
}

function ignore(): void {}
