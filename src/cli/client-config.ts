import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AnswerOf } from '../client/connection.ts';
import { bytesOf, ConfigError } from '../config/config.ts';
import { checkedConfig } from '../config/config-schema.ts';
import { defaultConfigFile } from '../config/load-config.ts';
import { currentFolder } from '../host/current-folder.ts';
import { errorCode, errorMessage } from '../host/errors.ts';
import { type Decoded, decoded } from '../host/text-encoding.ts';
import { isObject } from '../input/paths.ts';
import { mergedPatch } from '../settings/settings-change.ts';
import { writeConfig } from './config-file.ts';
import { CommandFailed } from './control-client.ts';
import { withValue } from './json-edit.ts';

/** What a command writes into the config file. */
type ClientConfig = AnswerOf<'checkClient'>['config'] & { readonly compare_report?: string | undefined };
type Json = Readonly<Record<string, unknown>>;

/** The config file of the current folder, or the one that a flag names. */
export interface ConfigFile {
  readonly path: string;
  /** Undefined if the file does not exist. */
  readonly bytes: Uint8Array | undefined;
  readonly content: Json;
}

/** Throws `CommandFailed` if the file is not a JSON object. */
export function readConfigFile(named: string | undefined): ConfigFile {
  const path = resolve(
    currentFolder(),
    named ?? (process.env.GATEWAY_SANDBOX_CONFIG || join(currentFolder(), defaultConfigFile)),
  );
  const bytes = bytesAt(path);
  if (bytes === undefined) return { path, bytes, content: {} };
  const { text } = decodedAt(path, bytes);
  try {
    const content: unknown = JSON.parse(text);
    if (isObject(content)) return { path, bytes, content };
  } catch (error) {
    const why = errorMessage(error).replace(/\s+/g, ' ');
    throw new CommandFailed(`${path} is not valid JSON, so it was left as it is: ${why}`);
  }
  throw new CommandFailed(`${path} does not hold a JSON object, so it was left as it is.`);
}

/** The file's config merged with the client's settings. */
export function withClient({ content }: ConfigFile, config: ClientConfig): Json {
  const { names, settings, compare_report: report } = config;
  const named = {
    ...content,
    ...(names && { names: namesWith(content.names, names) }),
    ...(report !== undefined && { compare_report: report }),
  };
  // Merging two JSON objects gives a JSON object.
  return settings ? (mergedPatch(named, { settings }) as Json) : named;
}

/** Adds the client's settings to the file and changes nothing else in it. */
export function writeClient(file: ConfigFile, config: ClientConfig): void {
  const wanted = withClient(file, config);
  const { text: old, encode } = decodedAt(file.path, file.bytes ?? Buffer.from('{}'));
  const text = file.bytes ? edited(old, file, config) : `${JSON.stringify(wanted, null, 2)}\n`;
  if (!isDeepStrictEqual(JSON.parse(text), wanted))
    throw new CommandFailed(`${file.path} cannot be changed safely, so it was left as it is.`);
  refuseWrong(file, config);
  try {
    writeConfig(file, encode(text));
  } catch (error) {
    throw new CommandFailed(`${file.path} cannot be written: ${errorMessage(error)}`);
  }
}

/** Throws `CommandFailed` if the file would be wrong with the client's settings, as a start would read it. */
export function refuseWrong(file: ConfigFile, config: ClientConfig): void {
  try {
    checkedConfig(withClient(file, config), currentFolder());
  } catch (error) {
    if (error instanceof ConfigError)
      throw new CommandFailed(`${file.path} was left as it is, because it would be wrong: ${error.message}`);
    throw error;
  }
}

function edited(
  text: string,
  { content }: ConfigFile,
  { names, settings, compare_report: report }: ClientConfig,
): string {
  const wanted = names && namesWith(content.names, names);
  const isGone =
    isObject(content.names) && Object.keys(content.names).some((token) => !(token in (wanted ?? {})));
  const values = [
    ...(wanted === undefined ? [] : isGone ? [[['names'], wanted] as const] : leavesOf(['names'], wanted)),
    ...leavesOf(['settings'], settings ?? {}),
    ...(report === undefined ? [] : leavesOf(['compare_report'], report)),
  ];
  return values.reduce((whole, [path, value]) => withValue(whole, path, value), text);
}

/** The file's names, except those that a new name replaces. */
function namesWith(old: unknown, names: Readonly<Record<string, string>>): Json {
  const taken = new Set<unknown>(Object.values(names));
  const kept = isObject(old) ? Object.entries(old).filter(([, name]) => !taken.has(name)) : [];
  return { ...Object.fromEntries(kept), ...names };
}

type Leaf = readonly [path: readonly string[], value: unknown];

function leavesOf(path: readonly string[], value: unknown): readonly Leaf[] {
  if (!isObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, each]) => leavesOf([...path, name], each));
}

function bytesAt(path: string): Uint8Array | undefined {
  try {
    // A pipe can be read only once, and `doctor` has read it already.
    if (statSync(path).isFIFO()) throw new Error('it is a named pipe');
    return bytesOf(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw unreadable(path, errorMessage(error));
  }
}

function decodedAt(path: string, bytes: Uint8Array): Decoded {
  try {
    const found = decoded(bytes);
    // Otherwise, bytes that are no characters would be replaced.
    if (Buffer.from(found.encode(found.text)).equals(bytes)) return found;
  } catch (error) {
    throw unreadable(path, errorMessage(error));
  }
  throw unreadable(path, 'it is not UTF-8');
}

function unreadable(path: string, why: string): CommandFailed {
  return new CommandFailed(`${path} cannot be read, so it was left as it is: ${why.replace(/\.$/, '')}.`);
}
