import type { Config } from '../config/config.ts';
import { printable } from '../host/printable.ts';
import { tell } from '../host/tell.ts';
import { differingNames } from '../sandbox/stored-settings.ts';
import { type Settings, valueAt } from '../settings/settings.ts';
import { shortened } from './text-width.ts';

const mostNames = 5;
const widest = 40;

/** Names the settings of the config file that are not in effect, because stored ones override them. */
export function tellOfHiddenSettings(current: Settings, { data, settings, namedSettings }: Config): void {
  const names = differingNames(current, settings, namedSettings.file);
  if (names.length === 0) return;
  const words = names
    .slice(0, mostNames)
    .map((name) => `${name} is ${inWords(valueAt(current, name))}, not ${inWords(valueAt(settings, name))}`);
  const more = names.length > mostNames ? [`and ${names.length - mostNames} more`] : [];
  tell(
    printable(
      `Settings in the ${data === undefined ? 'snapshot' : 'data file'} override the config file: ${[...words, ...more].join('; ')}. To change one, run \`gateway-sandbox settings NAME VALUE\`.`,
    ),
  );
}

function inWords(value: unknown): string {
  return shortened(typeof value === 'string' ? value : JSON.stringify(value), widest);
}
