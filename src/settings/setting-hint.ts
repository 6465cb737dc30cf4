import { settingNamed } from './settings.ts';
import type { settings } from './table.ts';

/** A setting whose default in the profile `compatible` differs. */
type CompatibleSetting = {
  [Name in keyof typeof settings]: (typeof settings)[Name] extends { readonly compatible?: unknown }
    ? Name
    : never;
}[keyof typeof settings];

/** How to make a refused call work, for the header `X-Sandbox-Hint`. */
export function settingHint(goal: string, name: CompatibleSetting): string {
  return `To ${goal}, set ${name} to ${settingNamed(name)?.compatible} or use --profile compatible.`;
}
