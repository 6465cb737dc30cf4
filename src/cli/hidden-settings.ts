import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config/config.ts';
import { isObject } from '../input/paths.ts';
import { differingNames } from '../sandbox/stored-settings.ts';
import { type Settings, valueAt } from '../settings/settings.ts';
import { listed } from './listed.ts';
import { shortened } from './text-width.ts';

const widest = 40;

/** A sentence with the settings of the config file that are not in effect, because stored ones override them. */
export function hiddenSettingsNote(
  current: Settings,
  { data, settings, namedSettings }: Config,
): string | undefined {
  const words = differingNames(current, settings, namedSettings.file).flatMap((name) =>
    differences(name, valueAt(current, name), valueAt(settings, name)),
  );
  if (words.length === 0) return undefined;
  return `Settings in the ${data === undefined ? 'snapshot' : 'data file'} override the config file: ${listed(words)}. To change one, run \`gateway-sandbox settings NAME VALUE\`.`;
}

/** One phrase for each member that differs, because two long objects can look alike. */
function differences(name: string, stored: unknown, configured: unknown): string[] {
  if (isDeepStrictEqual(stored, configured)) return [];
  if (isObject(stored) && isObject(configured)) {
    const [one, other] = [new Map(Object.entries(stored)), new Map(Object.entries(configured))];
    const members = [...new Set([...one.keys(), ...other.keys()])];
    return members.flatMap((member) => differences(`${name}.${member}`, one.get(member), other.get(member)));
  }
  return [`${name} is ${inWords(stored)}, not ${inWords(configured)}`];
}

function inWords(value: unknown): string {
  if (value === undefined) return 'unset';
  return shortened(typeof value === 'string' ? value : JSON.stringify(value), widest);
}
