import { printable } from '../host/printable.ts';
import { copyMessages, tell } from '../host/tell.ts';
import { LogFollower, Pace } from '../sandbox/follow-log.ts';
import type { Running } from '../sandbox/run.ts';
import { FollowedLogFile } from './followed-log-file.ts';
import { isFile, openLogFile, toFile } from './log-file.ts';
import { type Formatter, jsonFormatter, lookOf, plainLook, textFormatter } from './log-format.ts';
import type { LogFilePlace, LogOutput } from './log-outputs.ts';
import { LogPrinter } from './log-printer.ts';
import { LogWriter } from './log-writer.ts';

/** The log of a sandbox in this process. */
export interface LiveLog {
  /** Starts showing new entries. */
  readonly begin: (running: Running) => void;
  /** Shows everything up to now, then stops. */
  readonly end: () => void;
  /** Settles when everything is written, or shortly after if nothing reads it. */
  readonly drained: () => Promise<void>;
}

/** Maximum backlog for a pipe or a file. */
const mostBytes = 512 * 1024;
/** Maximum backlog for a terminal: a few hundred lines. */
const mostTerminalBytes = 128 * 1024;
const drainMs = 500;
const entriesPerSecond = 300;
const burstEntries = 1000;

/**
 * Opens all log outputs. Throws `CommandFailed` if a file cannot be opened. `check` rejects if none may be
 * opened anymore.
 */
export function openLog(
  outputs: readonly LogOutput[],
  check: () => Promise<void> = () => Promise.resolve(),
): LiveLog {
  const opened = outputs.map((output) => open(output, check));
  const ends: (() => void)[] = [];
  return {
    begin: (running) => {
      for (const { printer: make, pace } of opened) {
        const printer = make?.(running);
        if (!printer) continue;
        const { runtime } = running.sandbox;
        const follower = new LogFollower(
          runtime,
          { entries: (entries) => printer.print(entries), leftOut: (calls) => printer.leaveOut(calls) },
          pace,
        );
        ends.push(
          () => follower.end(),
          () => printer.tellSkipped(),
        );
      }
    },
    end: () => {
      for (const end of ends.splice(0)) end();
    },
    drained: async () => {
      await Promise.all(opened.map(({ writer }) => writer.drained(drainMs)));
    },
  };
}

interface Opened {
  readonly writer: LogWriter;
  /** Undefined if the output gets only warnings. */
  readonly printer: ((running: Running) => LogPrinter) | undefined;
  /** Terminals only, because nobody can read faster. Pipes and files get as much as they accept. */
  readonly pace?: Pace;
}

function open({ to, format }: LogOutput, check: () => Promise<void>): Opened {
  const isStdout = to === 'stdout' || (to.isStdout && !isFile(process.stdout.fd));
  return isStdout ? onStdout(format) : intoFile(to, format, check);
}

function onStdout(format: LogOutput['format']): Opened {
  const { stdout } = process;
  const isTerminal = stdout.isTTY;
  const dropped = `the ${isTerminal ? 'terminal is' : 'output is'} too slow`;
  const formatter = (url: string) =>
    format === 'json' ? jsonFormatter : textFormatter(lookOf(stdout, url), dropped);
  const writer = new LogWriter(
    isFile(stdout.fd) ? toFile(stdout.fd) : (text, taken) => stdout.write(text, taken),
    {
      mostBytes: isTerminal ? mostTerminalBytes : mostBytes,
      dropped: formatter('').dropped,
      onFailure: ({ message }) =>
        tell(printable(`The log cannot be written (${message}). The sandbox keeps running.`)),
    },
  );
  return {
    writer,
    printer: format && (({ url }) => printerOf(formatter(url), writer)),
    ...(isTerminal && { pace: new Pace(entriesPerSecond, burstEntries) }),
  };
}

function intoFile(
  { file, isStdout = false }: LogFilePlace,
  format: LogOutput['format'],
  check: () => Promise<void>,
): Opened {
  const followed = new FollowedLogFile(file, { fd: isStdout ? process.stdout.fd : openLogFile(file), check });
  const formatter = (url: string) =>
    format === 'json' ? jsonFormatter : textFormatter(plainLook(url), 'the log file could not be written');
  let isTelling = false;
  const writer = new LogWriter(followed.send, {
    mostBytes,
    dropped: formatter('').dropped,
    onFailure: ({ message }) => {
      isTelling = true;
      tell(printable(`The log file ${file} cannot be written (${message}). The sandbox keeps running.`));
      isTelling = false;
    },
  });
  const add = (text: string) =>
    writer.write(format === 'json' ? [JSON.stringify({ kind: 'message', message: text })] : [text]);
  copyMessages((text) => {
    if (isTelling) return;
    if (isStdout) void followed.hasLeftFirst().then((hasLeft) => hasLeft && add(text));
    else add(text);
  });
  return { writer, printer: format && (({ url }) => printerOf(formatter(url), writer)) };
}

function printerOf(formatter: Formatter, writer: LogWriter): LogPrinter {
  return new LogPrinter(formatter, writer);
}
