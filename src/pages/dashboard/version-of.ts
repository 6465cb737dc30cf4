import { createHash } from 'node:crypto';
import { type Settings, valueAt } from '../../settings/settings.ts';

/** A short hash that differs if the values do. */
export function versionOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
    .slice(0, 16);
}

/** The version of some settings. */
export function settingsVersion(settings: Settings, names: readonly string[]): string {
  return versionOf(names.map((name) => valueAt(settings, name)));
}
