import { closeSync, openSync, readSync } from 'node:fs';
import type { AccountSeed } from '../accounts/accounts.ts';
import { errorMessage } from '../host/errors.ts';
import { refuseNamedPipe } from '../host/named-pipe.ts';
import { packageFile } from '../host/package-files.ts';
import { decoded } from '../host/text-encoding.ts';
import { UserError } from '../host/user-error.ts';
import { defaultSettings, type Settings } from '../settings/settings.ts';
import { type OwnValues, usualValues } from './member-values.ts';
import { type NamedSettings, noneNamed } from './named-settings.ts';

/** A validated configuration. Precedence: flags, environment variables, config file, defaults. */
export interface Config extends OwnValues {
  readonly settings: Settings;
  readonly namedSettings: NamedSettings;
  readonly accounts: readonly AccountSeed[];
}

/** Values from a flag or a variable, by config file member. */
export type GivenConfig = Readonly<Record<string, unknown>>;

interface ConfigErrorOptions {
  readonly member?: string;
  readonly at?: Place | undefined;
  readonly variable?: string;
  readonly isUsage?: boolean;
  readonly cause?: unknown;
}

/** A wrong value inside a member, or the whole member. */
interface Place {
  /** The path below the member. Empty for the member itself. */
  readonly path: readonly string[];
  /** What is wrong, without the names. */
  readonly why: string;
}

/** The configuration is invalid. The message names the member, the value and the fix. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
  /** The member, if a single one is wrong. */
  readonly member: string | undefined;
  /** Where the member is wrong. Undefined if the message does not begin with its name. */
  readonly at: Place | undefined;
  /** The environment variable that is wrong. */
  readonly variable: string | undefined;
  /** Whether a value is wrong, rather than that a file cannot be read. */
  readonly isUsage: boolean;
  override readonly exitCode: number;

  constructor(message: string, { member, at, variable, isUsage = true, cause }: ConfigErrorOptions = {}) {
    super(message, { cause });
    this.member = member;
    this.at = at;
    this.variable = variable;
    this.isUsage = isUsage;
    this.exitCode = isUsage ? 2 : 1;
  }
}

/** The accounts of a fixtures file. By default the shipped file, which has the demo account. */
export function readAccounts(file?: string): unknown {
  return file === undefined
    ? JSON.parse(packageFile('fixtures/accounts.json'))
    : readJson(file, 'fixtures file');
}

/** A JSON file that the user named. Throws `ConfigError` with the system's error as its cause. */
export function readJson(file: string, what: string): unknown {
  try {
    return JSON.parse(decoded(bytesOf(file)).text);
  } catch (error) {
    // V8 quotes the invalid JSON in its message, including line breaks.
    const why = errorMessage(error).replace(/\s+/g, ' ');
    throw new ConfigError(`The ${what} ${file} cannot be read: ${why}`, { isUsage: false, cause: error });
  }
}

/** Far more than ten thousand accounts need. */
const largestMebibytes = 64;

/** Reads a file up to a limit: /dev/zero never ends. The pipe of a shell's `<(command)` works too. */
export function bytesOf(file: string): Buffer {
  refuseNamedPipe(file);
  const fd = openSync(file, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let left = largestMebibytes * 2 ** 20; left >= 0; ) {
      const chunk = Buffer.alloc(64 * 1024);
      const read = readSync(fd, chunk);
      if (read === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, read));
      left -= read;
    }
  } finally {
    closeSync(fd);
  }
  throw new Error(`it is larger than ${largestMebibytes} MiB. Name a JSON file.`);
}

/** The configuration of a sandbox when nothing is configured. */
export const defaultConfig: Config = {
  ...usualValues,
  settings: defaultSettings('observed'),
  namedSettings: noneNamed,
  // A fixture of the package, which a test validates.
  get accounts() {
    return (readAccounts() as { accounts: AccountSeed[] }).accounts;
  },
};
