import { settingNamed } from './settings.ts';
import type { settings } from './table.ts';

/** A setting for which the profile `compatible` has a default of its own. */
type CompatibleSetting = {
  [Name in keyof typeof settings]: (typeof settings)[Name] extends { readonly compatible?: unknown }
    ? Name
    : never;
}[keyof typeof settings];

/** How to make a rejected call work: for the header `X-Sandbox-Hint`. */
export function settingHint(goal: string, name: CompatibleSetting): string {
  return `To ${goal}, set ${name} to ${settingNamed(name)?.compatible} or use --profile compatible.`;
}
