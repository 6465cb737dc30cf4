import { type Latency, reportKind, reportVersion, type Verdict } from './report-format.ts';

/** What the live service does about one assumption. */
export interface LiveFinding {
  readonly verdict: Verdict;
  /** In words. Empty if its answers do not show it. */
  readonly live: string;
  /** Why it is undecided. Empty otherwise. */
  readonly why: string;
  /** The setting's value that does the same as the live service. Undefined if there is none. */
  readonly value: unknown;
  /** Whether a probe looked at it. Nothing can be said about the others. */
  readonly isSeen: boolean;
}

/** A finished report of `compare`, as far as a running sandbox uses it. */
export interface LiveCheck {
  readonly url: string;
  /** In ISO 8601. */
  readonly at: string;
  readonly findings: ReadonlyMap<string, LiveFinding>;
  /** By path, such as `GATEWAY/confirm`. */
  readonly times: ReadonlyMap<string, Latency>;
}

/** Why a file is not a finished report, as the end of a sentence about it. */
export class NoReport extends Error {
  override readonly name = 'NoReport';
}

/** Reads a report, which may have been edited. Throws `NoReport`. */
export function liveCheckIn(text: string): LiveCheck {
  const report = membersOf(parsed(text));
  if (report.kind !== reportKind) throw new NoReport('is not a report of `gateway-sandbox compare`');
  if (report.version !== reportVersion)
    throw new NoReport('was written by another version of gateway-sandbox');
  if (report.result === undefined) throw new NoReport('holds a comparison that was interrupted');
  const { findings, seen } = membersOf(report.result);
  const { base_url: url, at } = report;
  if (typeof url !== 'string' || !isTime(at) || !Array.isArray(findings))
    throw new NoReport('is damaged: it lacks the address, the time or the findings');
  return {
    url: url.slice(0, longestText),
    at: new Date(at).toISOString(),
    findings: new Map(findings.slice(0, mostEntries).flatMap(findingIn)),
    times: timesIn(membersOf(seen).times),
  };
}

/** The sandbox has fewer assumptions and endpoints, and all texts are shorter. */
const mostEntries = 500;
const longestText = 300;
/** A delay of minutes is an error in the file, and calls must not hang for it. */
const longestMs = 60_000;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoReport('is not JSON');
  }
}

function findingIn(entry: unknown): readonly (readonly [string, LiveFinding])[] {
  const { about, verdict, live, why, change, value, probes } = membersOf(entry);
  if (typeof about !== 'string' || !isVerdict(verdict)) return [];
  const isSeen = verdict !== 'undecided' || (Array.isArray(probes) && probes.length > 0);
  return [[about, { verdict, live: textOf(live), why: textOf(why), value: change ?? value, isSeen }]];
}

function timesIn(times: unknown): ReadonlyMap<string, Latency> {
  const all = Array.isArray(times) ? times.slice(0, mostEntries) : [];
  return new Map(
    all.map(membersOf).flatMap(({ path, p50Ms, p95Ms }) => {
      if (typeof path !== 'string' || !isDelay(p50Ms) || !isDelay(p95Ms)) return [];
      // A distribution needs a median above 0.
      const least = Math.max(1, p50Ms);
      return [[path, { p50Ms: least, p95Ms: Math.max(least, p95Ms) }]] as const;
    }),
  );
}

function isDelay(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= longestMs;
}

function isVerdict(value: unknown): value is Verdict {
  return value === 'confirmed' || value === 'contradicted' || value === 'undecided';
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longestText) : '';
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  // An object without a prototype: a member such as `constructor` must not be found in it.
  return typeof value === 'object' && value !== null ? Object.assign(Object.create(null), value) : {};
}
