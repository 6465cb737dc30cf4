import { once } from 'node:events';
import { fstatSync, writeSync } from 'node:fs';
import { surviveLostStderr, tell } from '../host/tell.ts';

/** The exit code that a shell reports for a program ended by SIGPIPE. */
const closedPipe = 141;

/** Prints one line of a command's result. */
export function print(line: string): void {
  write(`${line}\n`);
}

/** Prints text unchanged. `endWithStdout` and `outliveStdout` decide what happens if stdout fails. */
export function write(text: string | Uint8Array): void {
  try {
    if (fstatSync(process.stdout.fd).isFile()) writeWhole(process.stdout.fd, Buffer.from(text));
    else process.stdout.write(text);
  } catch (error) {
    process.stdout.emit('error', error);
  }
}

/** Prints part of a long output and waits until there is room for more. */
export async function writePart(bytes: Uint8Array): Promise<void> {
  write(bytes);
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
}

/** Node writes to a file only once, and silently loses the rest if the disk has space for only part of it. */
function writeWhole(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/**
 * For commands: a closed pipe ends the command quietly with exit code 141. On any other failure, such as a
 * full disk, the result is incomplete: one sentence and exit code 1. A command that has already failed keeps
 * its exit code.
 */
export function endWithStdout(): void {
  surviveLostStderr();
  process.stdout.on('error', end);
}

/** For a process with more to do than print: it continues, and its exit code reports the lost output. */
export function outliveStdout(): void {
  process.stdout.off('error', end).on('error', carryOn);
}

/**
 * For a server: additionally never waits for a terminal. Node writes to terminals synchronously, so Ctrl-S
 * would block every request at the next message. Output is buffered meanwhile, and dropped above a limit: see
 * `tell`.
 */
export function outliveTheTerminal(): void {
  outliveStdout();
  for (const stream of [process.stdout, process.stderr]) {
    // Not documented: https://github.com/nodejs/node/blob/v24.0.0/lib/tty.js
    const { _handle: handle } = stream as Partial<TerminalStream>;
    if (stream.isTTY) handle?.setBlocking?.(false);
  }
}

interface TerminalStream {
  readonly _handle: { readonly setBlocking?: (isBlocking: boolean) => number };
}

function end(error: NodeJS.ErrnoException): void {
  noteLoss(error);
  process.exit();
}

function carryOn(error: NodeJS.ErrnoException): void {
  noteLoss(error);
  // Report it only once.
  process.stdout.off('error', carryOn).on('error', () => undefined);
}

function noteLoss({ code, message }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') tell(`The output cannot be written (${message}).`);
  process.exitCode ||= code === 'EPIPE' ? closedPipe : 1;
}
