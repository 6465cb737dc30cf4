import { defaultSettings, type Settings } from '../settings/settings.ts';
import { changedSettings, SettingsError } from '../settings/settings-change.ts';

/** A setting that some existing clients need, and the value that they need. */
export interface Change {
  /** Dotted path in the settings. */
  readonly setting: string;
  readonly value: unknown;
}

/** What makes a refused request succeed for some client. A new setting is one row: each row is tried, and kept if it is needed. */
export const requestChanges: readonly Change[] = [
  { setting: 'requests.bodies', value: 'lenient' },
  { setting: 'mobile.lenient', value: true },
  { setting: 'invoice.used', value: 'completed' },
  { setting: 'invoice.alphabet', value: 'any' },
  { setting: 'requests.query', value: 'merge' },
  { setting: 'otp.repeat_window', value: '5s' },
];

/** What makes an app accept a callback or a return that it has refused. Tried in this order, then two at a time. */
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

/** The changes that would change something now. One whose setting this version does not have is left out. */
export function openChanges(changes: readonly Change[], current: Settings): readonly Change[] {
  return changes.filter((change) => {
    const value = valueAt(current, change.setting);
    return value !== undefined && value !== change.value && settingsWith(current, [change]) !== undefined;
  });
}

/** The settings with these changes, or undefined when one of the values is not allowed. */
export function settingsWith(current: Settings, changes: readonly Change[]): Settings | undefined {
  try {
    return changes.reduce((settings, change) => changedSettings(settings, patchOf(change)), current);
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}

/** The changes among the known ones that are made already: a whole config must not lose them. */
export function madeChanges(current: Settings): readonly Change[] {
  const usual = defaultSettings(current.profile);
  const names = new Set([...requestChanges, ...callbackChanges].map(({ setting }) => setting));
  return [...names]
    .map((setting) => ({ setting, value: valueAt(current, setting) }))
    .filter(({ setting, value }) => value !== undefined && value !== valueAt(usual, setting));
}

/** As `PATCH settings` takes it. */
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
