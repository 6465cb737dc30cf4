import type { z } from 'zod';
import type { Settings } from './settings.ts';
import { settingsSchema } from './settings-schema.ts';

/** Settings that cannot be taken; the message names the switch. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** `base` with the members of `patch` in their places, at any depth; whole values, such as limits, are replaced. */
export function changedSettings(base: Settings, patch: unknown): Settings {
  const result = settingsSchema.safeParse(mergedPatch(base, patch));
  if (result.success) return result.data;
  throw new SettingsError(explain(result.error.issues));
}

/** One patch that does what `first` and then `second` do. */
export function mergedPatch(first: unknown, second: unknown): unknown {
  if (!isObject(first) || !isObject(second)) return second === undefined ? first : second;
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries(
    [...names].map((name) => [name, mergedPatch(own(first, name), own(second, name))]),
  );
}

function explain(issues: readonly z.core.$ZodIssue[]): string {
  const issue = issues[0];
  if (!issue) return 'The settings do not fit.';
  const name = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `${name || 'settings'}: ${issue.message}.`;
  const key = issue.keys[0] ?? '';
  return `There is no setting ${JSON.stringify(name ? `${name}.${key}` : key)}.`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
