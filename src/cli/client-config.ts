import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AnswerOf } from '../client/connection.ts';
import { bytesOf, ConfigError } from '../config/config.ts';
import { checkedConfig } from '../config/config-schema.ts';
import { defaultConfigFile } from '../config/load-config.ts';
import { currentFolder } from '../host/current-folder.ts';
import { errorCode, errorMessage } from '../host/errors.ts';
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
  readonly text: string | undefined;
  readonly content: Json;
}

/** Throws `CommandFailed` if the file is not a JSON object in UTF-8. */
export function readConfigFile(named: string | undefined): ConfigFile {
  const path = resolve(
    currentFolder(),
    named ?? (process.env.GATEWAY_SANDBOX_CONFIG || join(currentFolder(), defaultConfigFile)),
  );
  const text = textOf(path);
  if (text === undefined) return { path, text, content: {} };
  try {
    const content: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (isObject(content)) return { path, text, content };
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
  const text =
    file.text === undefined ? `${JSON.stringify(wanted, null, 2)}\n` : edited(file.text, file, config);
  const given: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  if (!isDeepStrictEqual(given, wanted))
    throw new CommandFailed(`${file.path} cannot be changed safely, so it was left as it is.`);
  try {
    checkedConfig(wanted, dirname(file.path));
    writeConfig(file, text);
  } catch (error) {
    if (error instanceof ConfigError)
      throw new CommandFailed(`${file.path} was left as it is, because it would be wrong: ${error.message}`);
    throw new CommandFailed(`${file.path} cannot be written: ${errorMessage(error)}`);
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

function textOf(path: string): string | undefined {
  try {
    // A pipe can be read only once, and `doctor` has read it already.
    if (statSync(path).isFIFO()) throw new Error('it is a named pipe');
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOf(path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    const why =
      errorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8' : errorMessage(error);
    throw new CommandFailed(`${path} cannot be read, so it was left as it is: ${why}.`);
  }
}
