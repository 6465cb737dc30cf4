import type { z } from 'zod';
import { issueMessage } from '../input/issue-message.ts';
import { didYouMean } from '../input/nearest.ts';
import { pathOfProto } from '../input/own-proto.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { settingsSchema } from './settings-schema.ts';

/** Settings that cannot be taken; the message names the switch. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** The dotted path of the switch; undefined when there is none of that name. */
  readonly field: string | undefined;

  constructor(message: string, field: string | undefined) {
    super(message);
    this.field = field;
  }
}

/** `base` with the members of `patch` in their places, at any depth; whole values, such as limits, are replaced. */
export function changedSettings(base: Settings, patch: unknown): Settings {
  const proto = pathOfProto(patch);
  if (proto) throw new SettingsError(`There is no setting ${JSON.stringify(proto.join('.'))}.`, undefined);
  const result = settingsSchema.safeParse(withoutRemoved(mergedPatch(inProfileOf(patch, base), patch)));
  if (result.success) return result.data;
  const { issues } = result.error;
  throw new SettingsError(explain(issues, base), issues[0]?.path.join('.'));
}

/** The members of the two open tables go by null (RFC 7396); of all other switches null is a value. */
function withoutRemoved(whole: unknown): unknown {
  if (!isObject(whole)) return whole;
  const { statuses, otp } = whole;
  return {
    ...whole,
    statuses: withoutNulls(statuses),
    otp: isObject(otp) ? { ...otp, codes: withoutNulls(otp.codes) } : otp,
  };
}

function withoutNulls(table: unknown): unknown {
  if (!isObject(table)) return table;
  return Object.fromEntries(Object.entries(table).filter(([, value]) => value !== null));
}

/** Another profile brings its own switches along; what the patch names beside it wins. */
function inProfileOf(patch: unknown, base: Settings): Settings {
  const profile = isObject(patch) ? own(patch, 'profile') : undefined;
  if ((profile !== 'observed' && profile !== 'documented') || profile === base.profile) return base;
  const { codes, error } = defaultSettings(profile);
  return { ...base, codes, error };
}

/** One patch that does what `first` and then `second` do. */
export function mergedPatch(first: unknown, second: unknown): unknown {
  if (!isObject(first) || !isObject(second)) return second === undefined ? first : second;
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries(
    [...names].map((name) => [name, mergedPatch(own(first, name), own(second, name))]),
  );
}

function explain(issues: readonly z.core.$ZodIssue[], base: unknown): string {
  const issue = issues[0];
  if (!issue) return 'The settings do not fit.';
  const name = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `${name || 'settings'}: ${issueMessage(issue)}.`;
  const key = issue.keys[0] ?? '';
  const beside = issue.path.reduce<unknown>(
    (at, step) => (isObject(at) ? own(at, String(step)) : undefined),
    base,
  );
  const hint = didYouMean(key, isObject(beside) ? Object.keys(beside) : []);
  const shown = key.slice(0, 100);
  return `There is no setting ${JSON.stringify(name ? `${name}.${shown}` : shown)}.${hint}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
