import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isError } from '../host/errors.ts';
import { CommandFailed } from './control-client.ts';

/** The command could not be started. The exit codes are those of a shell: 127 if it was not found, else 126. */
class NotStarted extends CommandFailed {
  override readonly exitCode: number;

  constructor(program: string, error: unknown) {
    const code = isError(error) && 'code' in error ? error.code : undefined;
    // What `spawn` says of an empty name.
    const isMissing = code === 'ENOENT' || code === 'ERR_INVALID_ARG_VALUE';
    const why = isMissing ? 'it was not found' : String(code ?? error);
    super(`The command ${JSON.stringify(program)} cannot be started: ${why}.`);
    this.exitCode = isMissing ? 127 : 126;
  }
}

/** A command that runs, on our own input and output. */
export interface CommandProcess {
  readonly process: ChildProcess;
  /** Settles when it has ended, as a shell reports it: 128 and the signal's number if a signal ended it. */
  readonly exitCode: Promise<number>;
}

/** Starts it. Errors, thrown here or by `exitCode`, are `CommandFailed` with exit code 126 or 127. */
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
  // npm and its like are scripts on Windows, which only the shell can start.
  if (process.platform === 'win32')
    return spawn([program, ...args].map(quoted).join(' '), { env, stdio: 'inherit', shell: true });
  return spawn(program, args, { env, stdio: 'inherit' });
}

function exitCode(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (child.pid !== undefined) resolve(signal === null ? (code ?? 1) : signalExitCode(signal));
    });
    // Also emitted when a signal cannot be delivered, such as to a command of another user: that one goes on.
    child.on('error', (error) => {
      if (child.pid === undefined) reject(new NotStarted(program, error));
    });
  });
}

export function signalExitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** A word of a Windows command line. */
export function quoted(word: string): string {
  return /[\s"&|<>^()]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word;
}
