import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isSea } from 'node:sea';
import { printable } from '../host/printable.ts';
import { nextTurn } from '../host/timers.ts';
import { dashboardUrl } from './banner.ts';
import { CommandFailed, WrongUsage } from './control-client.ts';
import type { ReadyMessage } from './detached.ts';
import { openLogFile } from './log-file.ts';
import { print } from './print.ts';

interface DetachFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly logFile?: string;
  readonly from?: string;
}

/**
 * Starts the same command in a new process and returns when that one answers requests. If this process ends
 * earlier for any reason, the new one ends too: see `endWithParent`.
 */
export async function startDetached({ json, quiet, logFile, from }: DetachFlags): Promise<void> {
  if (from === '-') throw new WrongUsage('--detach cannot read stdin. Name a file with --from FILE.');
  const log = logFile === undefined ? undefined : openLog(logFile);
  const child = launched(log?.fd);
  child.stderr?.pipe(process.stderr);
  const message = await messageOf(child);
  if (message === undefined) {
    // Without a log file, the child has already printed the reason to our stderr.
    if (log) process.stderr.write(log.added() || unsaid(logFile));
    process.exitCode = child.exitCode ?? 1;
    return;
  }
  // Lets stderr arrive first: what the child printed before its ready message becomes readable in the same
  // turn.
  await nextTurn();
  const { ready, notes } = message;
  // Without a log file, they have just arrived over its stderr.
  if (log) for (const note of notes) process.stderr.write(`${note}\n`);
  if (json) print(ready);
  else if (!quiet) print(summary(ready, logFile));
  // If that fails, this process ends, and the new one with it: nobody would know where it serves.
  await nextTurn();
  await released(child);
}

function launched(log: number | undefined): ChildProcess {
  const [, program = '', ...args] = process.argv;
  // The standalone executable contains both Node and the program.
  const command = isSea() ? [] : [...process.execArgv, program];
  const own = args.map((arg) => (arg === '--detach' ? '--detached' : arg));
  return spawn(process.execPath, [...command, ...own], {
    detached: true,
    // Its own stderr: if it inherited ours, a program that reads our stderr to the end would wait for the
    // sandbox to end.
    stdio: ['ignore', log ?? 'ignore', log ?? 'pipe', 'ipc'],
    windowsHide: true,
  });
}

/** Undefined if the process ends before it is ready. */
function messageOf(child: ChildProcess): Promise<ReadyMessage | undefined> {
  return new Promise((resolve, reject) => {
    // `detached.ts` sends no other message.
    child.once('message', (message) => resolve(message as ReadyMessage));
    child.once('close', () => resolve(undefined));
    child.once('error', (error) =>
      reject(new CommandFailed(`The sandbox cannot be started: ${error.message}.`)),
    );
  });
}

function released(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.send('released', () => {
      if (child.connected) child.disconnect();
      child.stderr?.destroy();
      child.unref();
      resolve();
    });
  });
}

interface Log {
  readonly fd: number;
  /** What was added to the file since it was opened. */
  readonly added: () => string;
}

function openLog(file: string): Log {
  const fd = openLogFile(file);
  const before = fstatSync(fd);
  // Reading a device such as /dev/full would never end.
  const added = () => (before.isFile() ? textFrom(file, before.size) : '');
  return { fd, added };
}

/** More than any reason why a start fails. */
const longestReason = 64 * 1024;

/** The log itself may be larger than what fits into memory. */
function textFrom(file: string, position: number): string {
  const fd = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(longestReason);
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, longestReason, position));
  } finally {
    closeSync(fd);
  }
}

/** A full disk cannot store the reason, and a killed process does not give one. */
function unsaid(logFile: string | undefined): string {
  return printable(
    `The sandbox did not start, and it could not write the reason to ${logFile}. Start it without --log-file to see it.\n`,
  );
}

/** The JSON that `readyLine` prints. */
interface ReadyLine {
  readonly url: string;
  readonly pid: number;
  readonly token?: string;
  readonly shop_url?: string;
  readonly ca?: string;
  readonly note?: string;
}

function summary(ready: string, logFile: string | undefined): string {
  // `readyLine` wrote it.
  const { url, pid, token, shop_url: shop, ca, note } = JSON.parse(ready) as ReadyLine;
  return printable(
    [
      `gateway-sandbox runs at ${url} (process ${pid}).`,
      ...(shop === undefined ? [] : [`The demo shop is at ${shop}.`]),
      ...(token === undefined
        ? []
        : [
            `Its dashboard is at ${dashboardUrl({ url, token })}`,
            `Its pages and commands need the token ${token}`,
          ]),
      ...(ca === undefined
        ? []
        : [`Clients must trust its local CA: NODE_EXTRA_CA_CERTS=${ca} or curl --cacert ${ca}`]),
      ...(note === undefined ? [] : [note]),
      ...(logFile === undefined ? [] : [`It prints to ${logFile}.`]),
      `End it with: gateway-sandbox stop --url ${url}`,
    ].join('\n'),
  );
}
