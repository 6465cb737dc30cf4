import type { AuditOptions } from '../../src/audit/audit-options.ts';
import { customers } from '../../src/rehearse/customers.ts';
import { type Day, playedDay } from '../../src/rehearse/day.ts';
import type { Outcome } from '../../src/rehearse/outcome.ts';
import type { RehearsalOptions } from '../../src/rehearse/rehearsal-options.ts';
import { type Found, findings } from './findings.ts';

const rate = 200;

/** For visits without a day. */
export const noMishaps = { newestKnown: 0, newest: async () => 0 };

/** No limit that a slow machine could reach. */
export const patientMs = 300_000;

/** A day with one customer of each kind, or as changed. */
export function optionsFor(
  means: AuditOptions,
  gateways: readonly string[],
  changes: Partial<RehearsalOptions> = {},
): RehearsalOptions {
  return {
    ...means,
    gateways,
    rate,
    mostAtOnce: 6,
    durationMs: (gateways.length * customers.length * 1000) / rate,
    isBursty: false,
    seed: 1,
    weather: 'calm',
    lateMs: patientMs,
    mayReach: () => true,
    closing: new AbortController().signal,
    ...changes,
  };
}

export function dayOf(options: RehearsalOptions): Promise<Day> {
  return playedDay(options, () => undefined);
}

/** The kinds of problems, except late ones, which any slow machine has. */
function kindsIn(outcomes: readonly Outcome[]): string[] {
  const kinds = new Set(outcomes.flatMap(({ problem }) => problem?.kind ?? []));
  kinds.delete('late');
  return [...kinds].sort();
}

/** What the day found. `customer` is the one that the findings name, if the day found it there. */
export function foundIn({ outcomes }: Day, { customer }: Found): Found {
  const there = outcomes.filter((each) => each.customer.id === customer);
  return { kinds: kindsIn(outcomes), customer: kindsIn(there).length > 0 ? customer : 'nobody' };
}

/** The findings for a twin. Throws if there are none for its name. */
export function findingsOf(name: string): Found {
  const found = Object.hasOwn(findings, name) ? findings[name] : undefined;
  if (!found) throw new Error(`test/rehearse/findings.ts says nothing about the twin "${name}".`);
  return found;
}
