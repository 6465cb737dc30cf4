import { defaultSettings, type Settings } from '../settings/settings.ts';
import { changedSettings, SettingsError } from '../settings/settings-change.ts';

/** A setting that some existing clients need, with the value they need. */
export interface Change {
  /** Dotted path in the settings. */
  readonly setting: string;
  readonly value: unknown;
}

/**
 * Changes that make a refused request succeed for some client. To support another setting, add a row: each
 * one is tried, and kept if needed.
 */
export const requestChanges: readonly Change[] = [
  { setting: 'requests.bodies', value: 'lenient' },
  { setting: 'mobile.lenient', value: true },
  { setting: 'invoice.used', value: 'completed' },
  { setting: 'invoice.alphabet', value: 'any' },
  { setting: 'requests.query', value: 'merge' },
  { setting: 'otp.repeat_window', value: '5s' },
];

/** Changes that make an app accept a callback or return. Tried in this order, then in pairs. */
export const callbackChanges: readonly Change[] = [
  { setting: 'aggregator.method_field', value: 'payment_method' },
  { setting: 'aggregator.method_field', value: 'paymet_method' },
  { setting: 'signature.layout', value: 'encoded' },
  { setting: 'signature.layout', value: 'raw' },
  { setting: 'signature.layout', value: 'sorted' },
  { setting: 'signature.layout', value: 'sorted-raw' },
  { setting: 'signature.scope', value: 'all' },
  { setting: 'callback.types', value: 'number' },
  { setting: 'card.callback', value: 'browser' },
  { setting: 'card.callback', value: 'server' },
];

/** The changes that would have an effect now. Skips settings that this version does not have. */
export function openChanges(changes: readonly Change[], current: Settings): readonly Change[] {
  return changes.filter((change) => {
    const value = valueAt(current, change.setting);
    return value !== undefined && value !== change.value && settingsWith(current, [change]) !== undefined;
  });
}

/** The settings with these changes. Undefined if a value is not allowed. */
export function settingsWith(current: Settings, changes: readonly Change[]): Settings | undefined {
  try {
    return changes.reduce((settings, change) => changedSettings(settings, patchOf(change)), current);
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}

/** Known changes that are already made. A generated config must keep them. */
export function madeChanges(current: Settings): readonly Change[] {
  const usual = defaultSettings(current.profile);
  const names = new Set([...requestChanges, ...callbackChanges].map(({ setting }) => setting));
  return [...names]
    .map((setting) => ({ setting, value: valueAt(current, setting) }))
    .filter(({ setting, value }) => value !== undefined && value !== valueAt(usual, setting));
}

/** The change as a body for `PATCH settings`. */
export function patchOf({ setting, value }: Change): unknown {
  return setting.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function valueAt(settings: Settings, setting: string): unknown {
  return setting
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
      settings,
    );
}
