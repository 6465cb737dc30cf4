import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { errorCode } from '../host/errors.ts';
import { CommandFailed } from './control-client.ts';

/** The command could not be started. Exit codes as in a shell: 127 if it was not found, otherwise 126. */
class NotStarted extends CommandFailed {
  override readonly exitCode: number;

  constructor(program: string, error: unknown) {
    super(notStarted(program, error));
    this.exitCode = isMissing(error) ? 127 : 126;
  }
}

/** Says that a command could not be started, and why. */
export function notStarted(program: string, error: unknown): string {
  const why = isMissing(error) ? 'it was not found' : errorCode(error) || String(error);
  return `The command ${JSON.stringify(program)} cannot be started: ${why}.`;
}

function isMissing(error: unknown): boolean {
  // `spawn` reports an empty name with the second code.
  return ['ENOENT', 'ERR_INVALID_ARG_VALUE'].includes(errorCode(error));
}

/** A running command that shares our input and output. */
export interface CommandProcess {
  readonly process: ChildProcess;
  /** The exit code as a shell reports it: 128 plus the signal number if a signal ended the command. */
  readonly exitCode: Promise<number>;
}

/** Throws, or rejects `exitCode` with, a `CommandFailed` with exit code 126 or 127. */
export function startCommand(command: readonly string[], env: NodeJS.ProcessEnv): CommandProcess {
  const [program = ''] = command;
  try {
    const child = launch(command, env);
    return { process: child, exitCode: exitCode(child, program) };
  } catch (error) {
    throw new NotStarted(program, error);
  }
}

function launch([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  // On Windows, npm and similar tools are scripts, which only the shell can start.
  if (process.platform === 'win32')
    return spawn([program, ...args].map(quoted).join(' '), { env, stdio: 'inherit', shell: true });
  return spawn(program, args, { env, stdio: 'inherit' });
}

function exitCode(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (child.pid !== undefined) resolve(signal === null ? (code ?? 1) : signalExitCode(signal));
    });
    // Also emitted when a signal cannot be delivered, such as to another user's command. The command goes on.
    child.on('error', (error) => {
      if (child.pid === undefined) reject(new NotStarted(program, error));
    });
  });
}

export function signalExitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** Quotes a word for a Windows command line. */
export function quoted(word: string): string {
  return /[\s"&|<>^()]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word;
}
