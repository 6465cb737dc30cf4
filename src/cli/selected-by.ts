import { WrongUsage } from './control-client.ts';

/**
 * The filters of a list are options of all its commands. Throws `WrongUsage` for one that this command cannot
 * apply: ignored, it would make the command act on everything.
 */
export function refuseFilters(given: Readonly<Record<string, string | undefined>>, only: string): void {
  const ignored = Object.keys(given).find((flag) => given[flag] !== undefined);
  if (ignored !== undefined) throw new WrongUsage(`--${ignored} selects nothing here: only ${only} can.`);
}
