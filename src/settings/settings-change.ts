import type { z } from 'zod';
import { issueMessage, nearestAllowed } from '../input/issue-message.ts';
import { didYouMean } from '../input/nearest.ts';
import { pathOfProto } from '../input/own-proto.ts';
import { isObject } from '../input/paths.ts';
import { namesAt } from '../input/schema-names.ts';
import { valueAt } from '../input/value-at.ts';
import {
  defaultSettings,
  isProfile,
  patchOf,
  profileChanges,
  type Settings,
  settingNamed,
} from './settings.ts';
import { settingsSchema } from './settings-schema.ts';

/** Invalid settings. The message names the setting. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** The dotted path of the setting. Undefined when there is no such setting. */
  readonly field: string | undefined;
  /** The message without the setting's name. */
  readonly why: string;
  /** The message with the wrong value at its end, for a value that came from a file, flag or variable. */
  readonly sentence: string;

  constructor(why: string, field: string | undefined, { name = '', value, hint = '' }: Wrong = {}) {
    super(`${name}${why}${hint}`);
    this.field = field;
    this.why = `${why}${hint}`;
    this.sentence = `${name}${why.replace(/\.$/, `${came(value)}.`)}${hint}`;
  }
}

interface Wrong {
  /** How the message begins, such as `otp.lifetime: `. */
  readonly name?: string;
  readonly value?: unknown;
  /** The nearest allowed value, with a leading space. */
  readonly hint?: string;
}

function came(value: unknown): string {
  if (value === undefined || (typeof value === 'object' && value !== null)) return '';
  const text = JSON.stringify(value);
  return `, not ${text.length > 100 ? `${text.slice(0, 100)}…` : text}`;
}

/**
 * Applies `patch` to `base` at any depth. A new profile keeps the settings named in `own`, also those that have a
 * default of the profile before. Throws `SettingsError`.
 */
export function changedSettings(base: Settings, patch: unknown, own: readonly string[] = []): Settings {
  const proto = pathOfProto(patch);
  if (proto) throw new SettingsError(`There is no setting ${JSON.stringify(proto.join('.'))}.`, undefined);
  const result = settingsSchema.safeParse(withoutRemoved(mergedPatch(inProfileOf(patch, base, own), patch)));
  if (result.success) return result.data;
  const { issues } = result.error;
  const path = issues[0]?.path ?? [];
  const hint = issues[0] && nearestAllowed(issues[0], patch);
  const { name, why } = explained(issues);
  throw new SettingsError(why, path.join('.'), {
    ...(name && { name }),
    value: valueAt(patch, path),
    ...(hint && { hint }),
  });
}

/** In these two open tables, null removes a member (RFC 7396). For all other settings, null is a value. */
const tables = [['statuses'], ['otp', 'codes']] as const;

function withoutRemoved(whole: unknown): unknown {
  return withMembers(whole, (value) => value !== null);
}

/** Only the members of the tables that pass, and all other settings. */
function withMembers(whole: unknown, passes: (value: unknown) => boolean): unknown {
  return tables.reduce((left, path) => {
    const table = valueAt(left, path);
    if (!isObject(table)) return left;
    const members = Object.entries(table).filter(([, value]) => passes(value));
    return replacedAt(left, path, Object.fromEntries(members));
  }, whole);
}

/**
 * A patch that has the same result in every sandbox: it names all settings, and removes the members that the
 * defaults or the patch `before` have and `whole` lacks.
 */
export function patchOfWhole(whole: Settings, before: unknown): unknown {
  return tables.reduce<unknown>((patch, path) => {
    const known = [defaultSettings(whole.profile), before].map((each) => valueAt(each, path));
    return removing(patch, path, known);
  }, whole);
}

/** The patch of another sandbox, which also removes the members of `present` that its tables lack. */
export function patchOfOther(patch: unknown, present: Settings): unknown {
  return tables
    .filter((path) => isObject(valueAt(patch, path)))
    .reduce((whole, path) => removing(whole, path, [valueAt(present, path)]), patch);
}

/** Removes the members of the `known` tables that the patch's own table does not name. */
function removing(patch: unknown, path: readonly string[], known: readonly unknown[]): unknown {
  const names = known.flatMap((table) => Object.keys(table ?? {}));
  const removed = Object.fromEntries(names.map((name) => [name, null]));
  return replacedAt(patch, path, mergedPatch(removed, valueAt(patch, path)));
}

/** Changing the profile applies its defaults. Values of the base's own and those in the patch override them. */
function inProfileOf(patch: unknown, base: Settings, own: readonly string[]): unknown {
  const profile = valueAt(patch, ['profile']);
  if (!isProfile(profile) || profile === base.profile) return base;
  return mergedPatch(base, profileChanges(base, profile, own));
}

/** A stored patch, lowered to today's limits: an earlier version may have accepted more. */
export function withinLimits(patch: unknown): unknown {
  const present = withoutRemoved(patch);
  const issues = settingsSchema.safeParse(present).error?.issues ?? [];
  const lowered = issues.reduce((changed, issue) => {
    const most = limitOf(issue);
    return most === undefined ? changed : replacedAt(changed, issue.path.map(String), most);
  }, present);
  return mergedPatch(
    withMembers(patch, (value) => value === null),
    lowered,
  );
}

/** The setting's maximum, if the value exceeds it. */
function limitOf(issue: z.core.$ZodIssue): unknown {
  if (issue.code === 'too_big') return Number(issue.maximum);
  return issue.code === 'custom' ? issue.params?.atMost : undefined;
}

function replacedAt(whole: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined || !isObject(whole)) return value;
  return { ...whole, [name]: replacedAt(whole[name], rest, value) };
}

/** One patch that has the effect of `first` followed by `second`. */
export function mergedPatch(first: unknown, second: unknown): unknown {
  if (!isObject(first) || !isObject(second)) return second === undefined ? first : second;
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries(
    [...names].map((name) => [name, mergedPatch(own(first, name), own(second, name))]),
  );
}

function explained(issues: readonly z.core.$ZodIssue[]): { readonly name?: string; readonly why: string } {
  const issue = issues[0];
  if (!issue) return { why: 'The settings do not fit.' };
  const name = issue.path.map((each) => String(each).slice(0, 100)).join('.');
  if (issue.code !== 'unrecognized_keys')
    return { name: `${name || 'settings'}: `, why: `${issueMessage(issue)}.` };
  const key = issue.keys[0] ?? '';
  const full = name ? `${name}.${key}` : key;
  const shown = JSON.stringify(full.slice(0, name.length + 101));
  const hint = settingNamed(full)
    ? ` Write it as ${JSON.stringify(patchOf(full, '…'))}.`
    : didYouMean(key, namesAt(settingsSchema, issue.path));
  return { why: `There is no setting ${shown}.${hint}` };
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
