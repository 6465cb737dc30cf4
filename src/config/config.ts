import { closeSync, openSync, readSync } from 'node:fs';
import type { AccountSeed } from '../accounts/accounts.ts';
import { errorMessage } from '../host/errors.ts';
import { refuseNamedPipe } from '../host/named-pipe.ts';
import { packageFile } from '../host/package-files.ts';
import { UserError } from '../host/user-error.ts';
import { defaultSettings, type Settings } from '../settings/settings.ts';
import { type OwnValues, usualValues } from './member-values.ts';

/** How a sandbox is started: flags over environment over config file over defaults, resolved and checked. */
export interface Config extends OwnValues {
  readonly settings: Settings;
  readonly accounts: readonly AccountSeed[];
}

/** What a flag or a variable gives, by the name of the config file's member. */
export type GivenConfig = Readonly<Record<string, unknown>>;

interface ConfigErrorOptions {
  readonly member?: string;
  readonly variable?: string;
  readonly isUsage?: boolean;
  readonly cause?: unknown;
}

/** The configuration cannot be used; the message names the member, the value and what to do. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
  /** The member of the configuration with which the message begins, where one of them is wrong by itself. */
  readonly member: string | undefined;
  /** The environment variable that is wrong. */
  readonly variable: string | undefined;
  /** Whether a flag or a variable is wrong, and not a file. */
  readonly isUsage: boolean;
  override readonly exitCode: number;

  constructor(
    message: string,
    { member, variable, isUsage = variable !== undefined, cause }: ConfigErrorOptions = {},
  ) {
    super(message, { cause });
    this.member = member;
    this.variable = variable;
    this.isUsage = isUsage;
    this.exitCode = isUsage ? 2 : 1;
  }
}

/** The accounts of a fixtures file; the shipped one gives the demo account. */
export function readAccounts(file?: string): unknown {
  return file === undefined
    ? JSON.parse(packageFile('fixtures/accounts.json'))
    : readJson(file, 'fixtures file');
}

/** A JSON file that the user named. Throws `ConfigError`, whose cause is the system's error. */
export function readJson(file: string, what: string): unknown {
  try {
    return JSON.parse(textOf(bytesOf(file)));
  } catch (error) {
    // What V8 says of bad JSON quotes it, line breaks too.
    const why = errorMessage(error).replace(/\s+/g, ' ');
    throw new ConfigError(`The ${what} ${file} cannot be read: ${why}`, { cause: error });
  }
}

/** Far more than ten thousand accounts need. */
const largestMebibytes = 64;

/** The pipe of a shell's `<(command)` is read like a file; a device such as /dev/zero never ends. */
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

/** The text without its byte order mark, which tools on Windows write. PowerShell 5 also redirects into UTF-16. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.length > 1 && (first === 0 || second === 0))
    throw new Error('it is not UTF-8 but most likely UTF-16. Save it as UTF-8.');
  return new TextDecoder().decode(bytes);
}

/** What a sandbox is without any configuration. */
export const defaultConfig: Config = {
  ...usualValues,
  settings: defaultSettings('observed'),
  // Our own fixture, which a test checks.
  get accounts() {
    return (readAccounts() as { accounts: AccountSeed[] }).accounts;
  },
};
