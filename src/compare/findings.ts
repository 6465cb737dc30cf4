import { isObject } from '../input/paths.ts';
import type { AssumptionName } from '../settings/fixed-assumptions.ts';
import { patchOf, valueAt } from '../settings/settings.ts';
import { factUnder } from './explain.ts';
import type { Finding } from './finding.ts';
import { allAssumptions, hiddenReason } from './hidden.ts';
import type { Model, Patch } from './model.ts';
import { type Read, type Replies, readsOf, settingOf } from './readings.ts';
import { statusesFinding } from './statuses.ts';

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
  const whole = chosen.verdict === 'confirmed' ? { ...chosen, ...wholeValue(findings) } : chosen;
  return { ...whole, probes: findings.filter(({ live }) => live !== null).flatMap(({ probes }) => probes) };
}

/** Each probe confirms a part of some values, such as that of one gateway. */
function wholeValue(findings: readonly Finding[]): Pick<Finding, 'value'> {
  const values = findings.flatMap(({ verdict, value }) => (verdict === 'confirmed' ? [value] : []));
  return values.length > 0 && values.every(isObject) ? { value: Object.assign({}, ...values) } : {};
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
  if (!read.shows) return { ...common, verdict: 'undecided', why: read.silence };
  if (await isTelling(model, read, patch))
    return { ...common, verdict: 'confirmed', ...confirmedValue(model, settingOf(reading), reading.part) };
  return {
    ...common,
    verdict: 'undecided',
    why: 'The sandbox answers the same under every value of this setting.',
  };
}

function confirmedValue(
  model: Model,
  setting: string | undefined,
  part: string | undefined,
): Pick<Finding, 'value'> {
  if (setting === undefined) return {};
  const value: unknown = valueAt(model.settings, setting);
  return { value: part !== undefined && isObject(value) ? { [part]: value[part] } : value };
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
