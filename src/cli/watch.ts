import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Config, GivenConfig } from '../config/config.ts';
import { configFiles, loadConfig } from '../config/load-config.ts';
import { camelCase, memberEntries } from '../config/member-values.ts';
import { currentFolder } from '../host/current-folder.ts';
import { errorCode, errorMessage } from '../host/errors.ts';
import { isMissing } from '../host/missing.ts';
import { printable } from '../host/printable.ts';
import { tell } from '../host/tell.ts';
import { clearTimeout, later, setTimeout } from '../host/timers.ts';
import { UserError } from '../host/user-error.ts';
import type { Running } from '../sandbox/run.ts';

interface WatchOptions {
  readonly given: GivenConfig;
  /** Does not print accepted changes. */
  readonly isQuiet: boolean;
}

interface Started {
  readonly running: Running;
  readonly config: Config;
}

const lookMs = 250;

/**
 * Applies changes of the config file while the sandbox runs. A broken or missing file is reported once, and
 * the old configuration stays in effect. Files are polled: that works with editors that replace the file,
 * with mounted folders, and before a file exists.
 */
export class ConfigWatch {
  readonly #given: GivenConfig;
  readonly #isQuiet: boolean;
  readonly #cwd = currentFolder();
  readonly #file: string;
  readonly #states = new Map<string, string>();
  #fixtures: string | undefined;
  /** False until there is a config file: accounts can change without one. */
  #hadFile: boolean;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** Before the start reads the files, so that no change is missed. Throws `UserError` for a broken file. */
  constructor({ given, isQuiet }: WatchOptions) {
    this.#given = given;
    this.#isQuiet = isQuiet;
    const { config: file, fixtures } = configFiles(given, process.env, this.#cwd);
    this.#file = file;
    this.#hadFile = !isMissing(file);
    this.#watch(fixtures);
  }

  /** `config` is what the sandbox was started with. */
  begin(running: Running, config: Config): void {
    this.#lookLater({ running, config });
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** Reads a new file's state at once, so that no change after this call is missed. */
  #watch(fixtures: string | undefined): void {
    this.#fixtures = fixtures;
    const files = fixtures === undefined ? [this.#file] : [this.#file, fixtures];
    for (const each of this.#states.keys()) if (!files.includes(each)) this.#states.delete(each);
    for (const each of files) if (!this.#states.has(each)) this.#states.set(each, stateNow(each));
  }

  #lookLater(started: Started): void {
    this.#timer = setTimeout(() => void this.#look(started), lookMs);
  }

  async #look(started: Started): Promise<void> {
    const looks = [...this.#states].map(async ([file, before]) => {
      const state = await stateOf(stat(file, { bigint: true }));
      this.#states.set(file, state);
      return state !== before;
    });
    if ((await Promise.all(looks)).includes(true))
      await this.#apply(started).catch(started.running.sandbox.runtime.reportInternalError);
    if (!this.#isOver) this.#lookLater(started);
  }

  async #apply(started: Started): Promise<void> {
    if (this.#isOver) return;
    // Otherwise, a missing file would count as an empty configuration and reset everything to the defaults.
    const isThere = !isMissing(this.#file);
    if (!isThere && this.#hadFile)
      return say(`${this.#file} is gone. Its configuration stays in force until it is back.`);
    this.#hadFile = isThere;
    try {
      const next = await this.#load();
      const words = await started.running.sandbox.reconfigure(next);
      const restart = membersThatDiffer(started.config, next);
      if (words.length === 0 && restart.length === 0) this.#report('nothing is different');
      if (words.length > 0) this.#report(words.join(', '));
      if (restart.length > 0)
        say(`${this.#read} was read: a change of ${restart.join(', ')} takes effect after a restart.`);
    } catch (error) {
      const why = sentenceOf(error);
      if (why === undefined) throw error;
      say(`The change of ${this.#read} was ignored: ${why}`);
    }
  }

  /** Retries once, because some editors write a file in two steps. */
  async #load(): Promise<Config> {
    try {
      return await this.#loadOnce();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      await later(lookMs / 2);
      return this.#loadOnce();
    }
  }

  async #loadOnce(): Promise<Config> {
    this.#watch(configFiles(this.#given, process.env, this.#cwd).fixtures);
    return loadConfig(this.#given, process.env, this.#cwd);
  }

  get #read(): string {
    return this.#hadFile ? this.#file : (this.#fixtures ?? this.#file);
  }

  #report(what: string): void {
    if (!this.#isQuiet) say(`${this.#read} was read: ${what}.`);
  }
}

function stateNow(file: string): string {
  try {
    return inText(statSync(file, { bigint: true }));
  } catch (error) {
    return errorCode(error);
  }
}

async function stateOf(stats: Promise<BigIntStats>): Promise<string> {
  return stats.then(inText, errorCode);
}

/** The inode and the change time, too: an editor may replace a file and keep its time. */
function inText({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].join(' ');
}

/** Changed config members that need a restart. */
function membersThatDiffer(before: Config, after: Config): string[] {
  const values = (config: Config) => new Map<string, unknown>(Object.entries(config));
  const [old, now] = [values(before), values(after)];
  return memberEntries
    .map(([name]) => name)
    .filter((name) => !['settings', 'names', 'fixtures'].includes(name))
    .filter((name) => !isDeepStrictEqual(old.get(camelCase(name)), now.get(camelCase(name))));
}

/** Undefined for an internal error. */
function sentenceOf(error: unknown): string | undefined {
  if (errorCode(error).startsWith('SQLITE_CONSTRAINT'))
    return 'the id, a key or a token of an account is taken already.';
  return error instanceof UserError || errorCode(error).startsWith('SQLITE')
    ? errorMessage(error)
    : undefined;
}

function say(sentence: string): void {
  tell(printable(sentence));
}
