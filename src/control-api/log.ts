import { z } from 'zod';
import { performance } from '../host/timers.ts';
import { durationMs } from '../protocol/duration.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { RequestsPlace } from '../store/requests-after.ts';
import { invalid } from './control-error.ts';
import { pageOf, paging, wait } from './input.ts';
import { type LogEntry, logPage } from './log-entries.ts';
import { cursorOf, cursorPattern, logBeginning, logEnd, placeOf } from './log-place.ts';
import { readLog } from './log-reader.ts';
import { operation } from './operation.ts';

const sinceWhy = 'must be "now" or a duration such as "10m"';

export const logOperations = {
  readLog: operation({
    method: 'get',
    path: '/log',
    summary:
      'The log, oldest first: calls, codes, pages and callbacks in one order; with `wait`, as soon as there is an entry',
    query: z.strictObject({
      limit: paging.limit,
      after: z
        .string()
        .regex(cursorPattern, 'must be a cursor from an earlier response')
        .optional()
        .describe('A cursor; it stays valid when the sandbox restarts'),
      since: z
        .string()
        .refine((text) => text === 'now' || durationMs(text) !== undefined, sinceWhy)
        .optional()
        .describe('Where to begin without a cursor: "now", or how long ago, such as "10m"'),
      wait: wait.optional(),
      account: z.string().optional(),
    }),
    answer: logPage,
    run: async ({ runtime }, { query, signal }) => {
      const { after, since, account, wait: waitMs = 0 } = query;
      if (after !== undefined && since !== undefined) throw invalid('since', 'does not go with `after`');
      const { limit } = pageOf(query);
      const wants = wantedBy(account, isWithin(runtime, since));
      const begin = since === 'now' ? logEnd(runtime) : logBeginning;
      const from = after === undefined ? begin : placeOf(runtime, after);
      const asked = { limit, wants, signal };
      const until = performance.now() + waitMs;
      let found = await nextEntries(runtime, from, asked);
      // What wakes it may have been read already, or be of another account.
      while (found.data.length === 0 && (await hasNew(runtime, until - performance.now(), signal)))
        found = await nextEntries(runtime, found.place, asked);
      return paged(runtime, found);
    },
  }),
};

interface Found {
  readonly data: readonly LogEntry[];
  readonly place: RequestsPlace;
}

type Wants = (entry: LogEntry) => boolean;

interface Asked {
  readonly limit: number;
  readonly wants: Wants;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
}

/**
 * The first page with an entry, or an empty one at the end of the log. It goes on behind a reset. Other requests
 * are not blocked, however long the log is.
 */
async function nextEntries(
  runtime: Runtime,
  from: RequestsPlace,
  { limit, wants, signal }: Asked,
): Promise<Found> {
  const data: LogEntry[] = [];
  let place = from;
  for (;;) {
    const read = readLog(runtime, place, limit - data.length);
    data.push(...read.entries.filter(wants));
    place = read.place;
    const isPage = data.length > 0 && (!read.isTurn || data.length >= limit);
    if (isPage || read.isEnd) return { data, place };
    await runtime.journal.readers.turn();
    if (signal.aborted) return { data, place };
  }
}

function wantedBy(account: string | undefined, isRecent: Wants): Wants {
  return (entry) =>
    (account === undefined || entry.kind === 'gap' || entry.account === account) && isRecent(entry);
}

/** Entries that are later than now are from before the clock was set back. */
function isWithin({ clock }: Runtime, since: string | undefined): Wants {
  const agoMs = since === undefined || since === 'now' ? undefined : durationMs(since);
  if (agoMs === undefined) return () => true;
  const sinceMs = clock.now() - agoMs;
  return ({ at }) => Date.parse(at) >= sinceMs && Date.parse(at) <= clock.now();
}

/** Resolves with true after the next event or request, or with false when the time is up. */
async function hasNew({ journal }: Runtime, waitMs: number, signal: AbortSignal): Promise<boolean> {
  const { waits } = journal;
  const settled = new AbortController();
  const patience = { waitMs, signal: AbortSignal.any([signal, settled.signal]) };
  const answer = () => true;
  const isNew = await Promise.race([
    waits.next({ words: 'log events', wants: {}, answer }, patience),
    waits.next({ words: 'log requests', wants: 'requests', answer }, patience),
  ]);
  settled.abort();
  return isNew === true;
}

function paged(runtime: Runtime, { data, place }: Found) {
  return { data, cursor: cursorOf(runtime, place) };
}
