import type { Verdict } from '../comparison/report-format.ts';
import type { AssumptionName } from '../settings/fixed-assumptions.ts';
import { patchOf, valueAt } from '../settings/settings.ts';
import { factUnder } from './explain.ts';
import { allAssumptions, hiddenReason } from './hidden.ts';
import type { Model, Patch } from './model.ts';
import { otherStatuses, type Read, type Replies, readsOf, settingOf, statusesOf } from './readings.ts';

/** The result for one assumption. */
export interface Finding {
  readonly about: AssumptionName;
  readonly verdict: Verdict;
  /** IDs of the probes that were read. */
  readonly probes: readonly string[];
  /** What the live service did, in words. Null if its answers do not show it. */
  readonly live: string | null;
  /** What the sandbox does under the compared config. */
  readonly sandbox: string | null;
  /** The setting's value that gives the live service's result. Absent if there is none. */
  readonly change?: unknown;
  /** The compared config's value, if it is confirmed. Absent for assumptions without a setting. */
  readonly value?: unknown;
  /** Why it is undecided. */
  readonly why: string | null;
}

/** One finding per assumption that a probe reads. `patch`: the changes that explain the differences. */
export async function findingsOf(model: Model, live: Replies, patch: Patch): Promise<readonly Finding[]> {
  const reads = readsOf(live);
  const names = [...new Set(reads.map(({ reading }) => reading.about))];
  const findings: Finding[] = [];
  for (const about of names) {
    findings.push(
      await findingOf(
        model,
        reads.filter(({ reading }) => reading.about === about),
        patch,
      ),
    );
  }
  findings.push(await statusesFinding(model, live, patch));
  return [...findings, ...unreadFindings(new Set(findings.map(({ about }) => about)))];
}

/**
 * The first contradicting probe decides, otherwise the first confirming one. A change for one gateway
 * contradicts the probes of all, so one whose answers differ comes first.
 */
async function findingOf(model: Model, reads: readonly Read[], patch: Patch): Promise<Finding> {
  const findings: Finding[] = [];
  for (const read of reads) findings.push(await findingOfRead(model, read, patch));
  const contradicted = findings.filter(({ verdict }) => verdict === 'contradicted');
  const chosen =
    contradicted.find(({ live, sandbox }) => live !== sandbox) ??
    contradicted[0] ??
    findings.find(({ verdict }) => verdict === 'confirmed') ??
    findings[0];
  if (!chosen) throw new RangeError('An assumption without a reading has no finding.');
  return { ...chosen, probes: findings.filter(({ live }) => live !== null).flatMap(({ probes }) => probes) };
}

async function findingOfRead(model: Model, read: Read, patch: Patch): Promise<Finding> {
  const { probe, reading, live } = read;
  const sandbox = await factUnder(model, probe, reading, {});
  const common = {
    about: reading.about,
    probes: [probe.id],
    live: live ?? null,
    sandbox: sandbox ?? null,
    why: null,
  };
  if (live === undefined) return { ...common, verdict: 'undecided', why: read.silence };
  const change = changeOf(reading, patch);
  if (change !== undefined) return { ...common, verdict: 'contradicted', change };
  const isAlike = live === (await factUnder(model, probe, reading, patch));
  if (!isAlike) return { ...common, verdict: 'contradicted' };
  if (await isTelling(model, read, patch))
    return { ...common, verdict: 'confirmed', ...confirmedValue(model, settingOf(reading)) };
  return {
    ...common,
    verdict: 'undecided',
    why: 'The sandbox answers the same under every value of this setting.',
  };
}

function confirmedValue(model: Model, setting: string | undefined): Pick<Finding, 'value'> {
  return setting === undefined ? {} : { value: valueAt(model.settings, setting) };
}

/** Whether another value of the setting would give a different result. */
async function isTelling(
  model: Model,
  { probe, reading, live, values }: Read,
  patch: Patch,
): Promise<boolean> {
  const setting = settingOf(reading);
  if (setting === undefined || values.length < 2) return true;
  for (const value of values) {
    const other = { ...patch, ...patchOf(setting, value) };
    if ((await factUnder(model, probe, reading, other)) !== live) return true;
  }
  return false;
}

function changeOf(reading: Read['reading'], patch: Patch): unknown {
  const setting = settingOf(reading);
  return setting?.split('.').reduce<unknown>((at, name) => {
    return typeof at === 'object' && at !== null
      ? Object.entries(at).find(([key]) => key === name)?.[1]
      : undefined;
  }, patch);
}

async function statusesFinding(model: Model, live: Replies, patch: Patch): Promise<Finding> {
  const sandbox = await model.replies([...live.keys()], {});
  const left = otherStatuses(live, await model.replies([...live.keys()], patch));
  const theirs = statusesOf(live);
  const words = (all: ReadonlyMap<string, number>) =>
    [...all]
      .filter(([code]) => theirs.has(code))
      .map(([code, status]) => `${code} ${status}`)
      .toSorted()
      .join(', ');
  const common = {
    about: 'statuses',
    probes: [],
    live: words(theirs) || null,
    sandbox: words(statusesOf(sandbox)) || null,
    why: null,
  } as const;
  if (theirs.size === 0)
    return { ...common, verdict: 'undecided', why: 'The live service returned no error code of the API.' };
  if (patch.statuses !== undefined) return { ...common, verdict: 'contradicted', change: patch.statuses };
  if (left.length > 0) return { ...common, verdict: 'contradicted' };
  return { ...common, verdict: 'confirmed', ...confirmedValue(model, 'statuses') };
}

/** Assumptions without a probe: wallets without a number, and what is not visible from outside. */
function unreadFindings(read: ReadonlySet<AssumptionName>): readonly Finding[] {
  return allAssumptions
    .filter((about) => !read.has(about))
    .map((about) => ({
      about,
      verdict: 'undecided',
      probes: [],
      live: null,
      sandbox: null,
      why: hiddenReason(about) ?? 'It needs --mobile-number; the lock of a number also needs --allow-lock.',
    }));
}
