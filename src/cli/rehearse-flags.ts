import { hostOf, isLocalUrl } from '../protocol/merchant-url.ts';
import type { RehearsalOptions } from '../rehearse/rehearsal-options.ts';
import type { Weather } from '../settings/weather.ts';
import { type AuditFlags, type Checked, checkedFlags, urlsOf } from './audit-flags.ts';
import { WrongUsage } from './control-client.ts';
import { msOf } from './flag-values.ts';

/** The flags as commander parses them. */
export interface RehearseFlags extends AuditFlags {
  readonly rate: string;
  readonly minutes?: string;
  readonly seconds?: string;
  readonly bursts?: boolean;
  readonly seed: string;
  readonly late: string;
  readonly weather?: Weather;
  readonly allowHost?: readonly string[];
}

export interface CheckedRehearsal extends Checked {
  readonly traffic: Pick<
    RehearsalOptions,
    'rate' | 'mostAtOnce' | 'durationMs' | 'isBursty' | 'seed' | 'lateMs' | 'mayReach'
  >;
}

const usualMinutes = '2';
const fastest = 500;
const mostAtOnce = 500;
const longestMinutes = 60;

/** Throws `WrongUsage`. */
export function checkedRehearsal(flags: RehearseFlags): CheckedRehearsal {
  const checked = checkedFlags(flags, { command: 'rehearse', cases: [] });
  if (!checked.isChecked)
    throw new WrongUsage(
      'A rehearsal reads what each order says at the end: name --check-url or --check-cmd.',
    );
  const mayReach = reachable(flags.allowHost ?? []);
  for (const [flag, url] of urlsOf(flags)) mustBeNear(flag, url, mayReach);
  return {
    ...checked,
    traffic: {
      rate: numberOf('rate', flags.rate, 0.1, fastest),
      mostAtOnce,
      durationMs: durationOf(flags),
      isBursty: flags.bursts === true,
      seed: numberOf('seed', flags.seed, 0, 2 ** 31 - 1),
      lateMs: msOf('late', flags.late),
      mayReach,
    },
  };
}

function durationOf({ minutes, seconds }: RehearseFlags): number {
  if (seconds === undefined)
    return numberOf('minutes', minutes ?? usualMinutes, 0.01, longestMinutes) * 60_000;
  if (minutes !== undefined) throw new WrongUsage('Name --minutes or --seconds, not both.');
  return numberOf('seconds', seconds, 0.1, longestMinutes * 60) * 1000;
}

function numberOf(flag: string, text: string, least: number, most: number): number {
  const value = /^\d{1,10}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new WrongUsage(`--${flag} ${JSON.stringify(text)} is not a number from ${least} to ${most}.`);
}

/** This machine, its networks, and the allowed hosts. */
function reachable(allowed: readonly string[]): (url: string) => boolean {
  return (text) => {
    const url = URL.parse(text);
    return url !== null && (isLocalUrl(url) || allowed.some((host) => host.toLowerCase() === hostOf(url)));
  };
}

/** Placeholders cannot stand in the host of a URL. */
function mustBeNear(flag: string, text: string | undefined, mayReach: (url: string) => boolean): void {
  if (text === undefined || mayReach(text)) return;
  const url = URL.parse(text);
  throw new WrongUsage(
    url
      ? `--${flag} ${text} is not on this machine or its network. If this load may go there: --allow-host ${hostOf(url)}`
      : `--${flag} ${JSON.stringify(text)} is not an http or https address.`,
  );
}
