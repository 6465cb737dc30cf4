import { once } from 'node:events';
import { fstatSync, writeSync } from 'node:fs';
import { surviveLostStderr, tell } from '../host/tell.ts';

/** What a shell reports for a program that SIGPIPE has ended. */
const closedPipe = 141;

/** Prints a line of a command's result. */
export function print(line: string): void {
  write(`${line}\n`);
}

/** Prints text as it is. What happens when stdout fails is up to `endWithStdout` and `outliveStdout`. */
export function write(text: string | Uint8Array): void {
  try {
    if (fstatSync(process.stdout.fd).isFile()) writeWhole(process.stdout.fd, Buffer.from(text));
    else process.stdout.write(text);
  } catch (error) {
    process.stdout.emit('error', error);
  }
}

/** Prints a part of something long, and settles when there is room for more. */
export async function writePart(bytes: Uint8Array): Promise<void> {
  write(bytes);
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
}

/** Node itself writes to a file once, and loses the rest without an error when the disk has space for only a part. */
function writeWhole(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/**
 * For commands: nobody reads what follows, so a closed pipe ends the command quietly, with exit code 141. On any other failure, such as a
 * full disk, the result is incomplete: one sentence, exit code 1. A command that has already failed keeps its exit code.
 */
export function endWithStdout(): void {
  surviveLostStderr();
  process.stdout.on('error', end);
}

/** For a process that has more to do than print: it does the rest, and only its exit code says that output was lost. */
export function outliveStdout(): void {
  process.stdout.off('error', end).on('error', carryOn);
}

/**
 * For a server: besides, it never waits for a terminal. Node's writes to one are synchronous, so a Ctrl-S there would stop every request at the
 * next message. What is written meanwhile is kept, and dropped above a limit: see `tell`.
 */
export function outliveTheTerminal(): void {
  outliveStdout();
  for (const stream of [process.stdout, process.stderr]) {
    // No documented way does it: https://github.com/nodejs/node/blob/v24.0.0/lib/tty.js
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
  // Once is enough.
  process.stdout.off('error', carryOn).on('error', () => undefined);
}

function noteLoss({ code, message }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') tell(`The output cannot be written (${message}).`);
  process.exitCode ||= code === 'EPIPE' ? closedPipe : 1;
}
