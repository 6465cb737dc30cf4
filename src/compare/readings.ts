import { errorTable } from '../protocol/errors.ts';
import { defaultSettings, patchOf, settingNamed } from '../settings/settings.ts';
import { changedSettings, SettingsError } from '../settings/settings-change.ts';
import type { Patch } from './model.ts';
import type { Probe, Reading } from './probe.ts';
import { memberOf, outcome, type Reply, silence } from './reply.ts';

/** The replies of one service to each probe. */
export type Replies = ReadonlyMap<Probe, readonly Reply[]>;

/** A reading of a probe, with what the live service did. */
export interface Read {
  readonly probe: Probe;
  readonly reading: Reading;
  readonly live: string | undefined;
  /** Why the replies do not show it, in words. */
  readonly silence: string;
  /** Whether the replies can confirm the assumption. */
  readonly shows: boolean;
  /** Values that may explain it. */
  readonly values: readonly unknown[];
}

export function readsOf(live: Replies): readonly Read[] {
  return [...live].flatMap(([probe, replies]) =>
    [...probe.readings, namesFields].map((reading) => ({
      probe,
      reading,
      live: reading.fact(replies),
      silence: silenceOf(replies),
      shows: reading.shows?.(replies) ?? true,
      values: (reading.values?.(replies) ?? []).filter((value) => isSettable(reading, value)),
    })),
  );
}

/** A refusal for wrong fields reveals this in any probe. */
const namesFields: Reading = {
  about: 'error.fields',
  fact: (replies) => {
    const refused = replies.filter((reply) => reply.status === 422 && outcome(reply) === 'INVALID_INPUTS');
    if (refused.length === 0) return undefined;
    const isNamed = refused.some((reply) => memberOf(reply, 'error', 'fields') !== undefined);
    return isNamed ? 'refusals name the fields' : 'refusals do not name the fields';
  },
  values: () => [true, false],
};

/** The HTTP status of each error code that was answered. */
export function statusesOf(replies: Replies): ReadonlyMap<string, number> {
  const all = [...replies.values()].flat().flatMap((reply) => {
    const code = memberOf(reply, 'error', 'code');
    return typeof code === 'string' && Object.hasOwn(errorTable, code) && reply.status !== null
      ? [[code, reply.status] as const]
      : [];
  });
  return new Map(all);
}

/** Codes that both services returned with different statuses, with the live service's status. */
export function otherStatuses(live: Replies, sandbox: Replies): readonly (readonly [string, number])[] {
  const ours = statusesOf(sandbox);
  return [...statusesOf(live)].filter(([code, status]) => (ours.get(code) ?? status) !== status);
}

/**
 * A patch of the setting `statuses` that matches the live service. Omits statuses that the setting doesn't
 * accept, such as 200.
 */
export function statusesPatch(live: Replies, sandbox: Replies): Patch {
  const others = otherStatuses(live, sandbox).filter(([code, status]) =>
    isTaken('statuses', { [code]: status }),
  );
  return others.length === 0 ? {} : { statuses: Object.fromEntries(others) };
}

/** The setting that a reading is about. Undefined for a fixed assumption. */
export function settingOf({ about, setting = about }: Reading): string | undefined {
  return settingNamed(setting) && setting;
}

/** A service can return anything, such as a wait of 300 years or a one-digit code. */
function isSettable(reading: Reading, value: unknown): boolean {
  const setting = settingOf(reading);
  return setting !== undefined && isTaken(setting, value);
}

function isTaken(setting: string, value: unknown): boolean {
  try {
    changedSettings(defaultSettings('observed'), patchOf(setting, value));
    return true;
  } catch (error) {
    if (error instanceof SettingsError) return false;
    throw error;
  }
}

function silenceOf(replies: readonly Reply[]): string {
  const why = replies.map(silence).find((each) => each !== undefined);
  return why === undefined ? 'The responses of the live service do not show it.' : `The live service ${why}.`;
}
