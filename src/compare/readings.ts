import { errorTable } from '../protocol/errors.ts';
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
      values: reading.values?.(replies) ?? [],
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
    return typeof code === 'string' && code in errorTable && reply.status !== null
      ? [[code, reply.status] as const]
      : [];
  });
  return new Map(all);
}

/** The `statuses` setting that gives the live service's status to the codes that both services answered. */
export function statusesPatch(live: Replies, sandbox: Replies): Patch {
  const ours = statusesOf(sandbox);
  const others = [...statusesOf(live)].filter(([code, status]) => (ours.get(code) ?? status) !== status);
  return others.length === 0 ? {} : { statuses: Object.fromEntries(others) };
}

function silenceOf(replies: readonly Reply[]): string {
  const why = replies.map(silence).find((each) => each !== undefined);
  return why === undefined ? 'The answers of the live service do not tell.' : `The live service ${why}.`;
}
