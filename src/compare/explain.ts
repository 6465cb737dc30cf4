import { isDeepStrictEqual } from 'node:util';
import { patchOf } from '../settings/settings.ts';
import { mergedPatch } from '../settings/settings-change.ts';
import type { Model, Patch } from './model.ts';
import type { Probe, Reading } from './probe.ts';
import { otherStatuses, type Read, type Replies, readsOf, settingOf, statusesPatch } from './readings.ts';

const mostRounds = 4;

/**
 * Finds settings that make the sandbox behave like the live service. Each one is proven by a sandbox that
 * uses it. Repeats until nothing changes, because one setting can hide another.
 */
export async function explain(model: Model, live: Replies): Promise<Patch> {
  const reads = readsOf(live);
  let patch: Patch = {};
  for (let round = 0; round < mostRounds; round += 1) {
    const before = patch;
    patch = merged(patch, statusesPatch(live, await model.replies([...live.keys()], patch)));
    for (const read of reads) patch = await explained(model, read, patch);
    if (isDeepStrictEqual(patch, before)) break;
  }
  return withoutNeedless(model, live, patch);
}

/** Adds the first value that gives the live service's result. Without one, returns the patch unchanged. */
async function explained(model: Model, { probe, reading, live, values }: Read, patch: Patch): Promise<Patch> {
  const setting = settingOf(reading);
  if (live === undefined || setting === undefined) return patch;
  if ((await factUnder(model, probe, reading, patch)) === live) return patch;
  for (const value of values) {
    const changed = merged(patch, patchOf(setting, value));
    if ((await factUnder(model, probe, reading, changed)) === live) return changed;
  }
  return patch;
}

/** Removes changes that later ones made unnecessary. */
async function withoutNeedless(model: Model, live: Replies, patch: Patch): Promise<Patch> {
  const whole = await agreements(model, live, patch);
  let kept = patch;
  for (const path of leavesOf(patch)) {
    const smaller = without(kept, path);
    if (await isNeeded(model, live, path, smaller)) continue;
    if ((await agreements(model, live, smaller)) >= whole) kept = smaller;
  }
  return kept;
}

/** Whether a probe of this setting fails without the change. Cheaper than running all probes. */
async function isNeeded(model: Model, live: Replies, path: Path, smaller: Patch): Promise<boolean> {
  const ofSetting = readsOf(live).filter(({ reading }) =>
    `${path.join('.')}.`.startsWith(`${settingOf(reading)}.`),
  );
  for (const { probe, reading, live: fact } of ofSetting) {
    if (fact !== undefined && fact !== (await factUnder(model, probe, reading, smaller))) return true;
  }
  return false;
}

/** The number of readings in which the sandbox matches the live service. */
async function agreements(model: Model, live: Replies, patch: Patch): Promise<number> {
  const replies = await model.replies([...live.keys()], patch);
  const alike = readsOf(live).filter(
    ({ probe, reading, live: fact }) => fact === reading.fact(replies.get(probe) ?? []),
  );
  return alike.length - otherStatuses(live, replies).length;
}

/** What the sandbox does under a patch, in words. */
export async function factUnder(
  model: Model,
  probe: Probe,
  reading: Reading,
  patch: Patch,
): Promise<string | undefined> {
  return reading.fact((await model.replies([probe], patch)).get(probe) ?? []);
}
function merged(patch: Patch, other: Patch): Patch {
  // Merging two JSON objects gives a JSON object.
  return mergedPatch(patch, other) as Patch;
}

type Path = readonly string[];

function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, [...path, name]));
}

function without(patch: Patch, [name = '', ...rest]: Path): Patch {
  const { [name]: value, ...others } = patch;
  if (rest.length === 0 || typeof value !== 'object' || value === null) return others;
  // Has at least one more level, so it is an object.
  const smaller = without(value as Patch, rest);
  return Object.keys(smaller).length === 0 ? others : { ...patch, [name]: smaller };
}
