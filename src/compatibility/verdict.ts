import type { NameMap } from '../gateways/names.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { settingNamed } from '../settings/settings.ts';
import { mergedPatch } from '../settings/settings-change.ts';
import { type Change, madeChanges, patchOf } from './changes.ts';
import { type FoundNames, namesOf } from './gateway-names.ts';

/** Something that a client failed at. */
export interface Failure {
  /** The request or callback: `POST /api/v1/…`. */
  readonly what: string;
  readonly count: number;
  readonly reason: string;
  /** The settings that fix it, including `names`. Empty if none were found. */
  readonly needs: readonly string[];
  /** The ID of the newest one. */
  readonly request: string | null;
  readonly callback: string | null;
}

/** A setting that was tested to fix a failure. */
export interface Proposal {
  readonly setting: string;
  readonly evidence: string;
  readonly why: string;
  readonly config: ClientConfig;
}

/** In the format of the config file. */
export interface ClientConfig {
  readonly names?: NameMap;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Advice {
  readonly failures: readonly Failure[];
  readonly proposals: readonly Proposal[];
  /** Everything that the client needs in the config: current values and proposals. */
  readonly config: ClientConfig;
}

/** A change, and what goes wrong when only this one is missing. */
export interface Needed extends Change {
  readonly without: string;
}

/** A failure and its fix. */
export interface Found extends Omit<Failure, 'needs'> {
  readonly changes: readonly Needed[];
  readonly needsNames: boolean;
}

/** The proposals that fix the failures, without duplicates, and a config with all of them. */
export function adviceOn(runtime: Runtime, found: readonly Found[], { names }: FoundNames): Advice {
  const needed = new Map(found.flatMap(({ changes }) => changes).map((each) => [each.setting, each]));
  const unnamed = found.filter(({ needsNames }) => needsNames);
  const changes = [...madeChanges(runtime.settings.current), ...needed.values()];
  return {
    failures: found.map(failureOf),
    proposals: [
      ...(unnamed.length > 0 ? [namesProposal(unnamed, names)] : []),
      ...[...needed.values()].map((change) => settingProposal(change, found)),
    ],
    config: {
      ...namesConfig(unnamed.length > 0 ? names : namesOf(runtime.names)),
      ...settingsConfig(changes),
    },
  };
}

function failureOf({ changes, needsNames, ...failure }: Found): Failure {
  return { ...failure, needs: [...(needsNames ? ['names'] : []), ...changes.map(({ setting }) => setting)] };
}

function namesProposal(unnamed: readonly Found[], names: NameMap): Proposal {
  return {
    setting: 'names',
    evidence: evidenceOf(unnamed),
    why: 'Each provider has its own names for the gateways. Every gateway was tried with the fields that were sent.',
    config: { names },
  };
}

function settingProposal({ setting, value }: Change, found: readonly Found[]): Proposal {
  const mended = found.flatMap((failure) =>
    failure.changes
      .filter((each) => each.setting === setting)
      .map(({ without }) => ({ ...failure, reason: without })),
  );
  return {
    setting,
    evidence: evidenceOf(mended),
    why: settingNamed(setting)?.reason ?? '',
    config: settingsConfig([{ setting, value }]),
  };
}

function evidenceOf(found: readonly Pick<Found, 'what' | 'count' | 'reason'>[]): string {
  return found.map(({ what, count, reason }) => `${what}${times(count)}: ${reason}`).join(' ');
}

function times(count: number): string {
  return count === 1 ? '' : ` (${count} times)`;
}

function namesConfig(names: NameMap): ClientConfig {
  return Object.keys(names).length === 0 ? {} : { names };
}

function settingsConfig(changes: readonly Change[]): ClientConfig {
  if (changes.length === 0) return {};
  // Patches of settings are objects.
  const settings = changes.map(patchOf).reduce(mergedPatch) as Record<string, unknown>;
  return { settings };
}
