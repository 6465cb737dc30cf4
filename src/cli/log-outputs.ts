import { didYouMean } from '../input/nearest.ts';
import { WrongUsage } from './control-client.ts';

export const logFormats = ['text', 'json'] as const;
type LogFormat = (typeof logFormats)[number];

interface LogFlags {
  /** `true` for `--log`, `false` for `--no-log`, text for `--log FORMAT`. */
  readonly log?: boolean | string;
  readonly logFile?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly detach?: boolean | undefined;
  readonly detached?: boolean;
}

export interface LogFilePlace {
  readonly file: string;
  /** Whether stdout and stderr are this file already, so that warnings reach it. */
  readonly isStdout?: boolean;
}

/** One destination of the log of `start`. */
export interface LogOutput {
  readonly to: 'stdout' | LogFilePlace;
  /** Undefined for a file that gets only warnings. */
  readonly format: LogFormat | undefined;
}

/** The log destinations that the flags request. Throws `WrongUsage`. */
export function logOutputs(flags: LogFlags): LogOutput[] {
  const { log, logFile, json, detach, detached } = flags;
  const format = log === false ? undefined : formatOf(log, json ?? false);
  if (typeof log !== 'boolean' && json && format === 'text')
    throw new WrongUsage('--log text does not go with --json. Use --log json, or leave out --json.');
  if (detach && log !== undefined && log !== false && logFile === undefined)
    throw new WrongUsage('With --detach, --log needs a file to write to: name one with --log-file FILE.');
  const file = logFile === undefined ? [] : [{ to: { file: logFile, isStdout: Boolean(detached) }, format }];
  return !detached && format && isShown(flags) ? [{ to: 'stdout', format }, ...file] : file;
}

function isShown({ log, json, quiet }: LogFlags): boolean {
  if (log !== undefined) return log !== false;
  return process.stdout.isTTY && !json && !quiet;
}

function formatOf(log: true | string | undefined, json: boolean): LogFormat {
  if (log === undefined || log === true) return json ? 'json' : 'text';
  const format = logFormats.find((each) => each === log);
  if (format !== undefined) return format;
  throw new WrongUsage(
    `--log ${JSON.stringify(log)} is not one of ${logFormats.join(', ')}.${didYouMean(log, logFormats)}`,
  );
}
