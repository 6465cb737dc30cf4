import type Sqlite from 'better-sqlite3';
import { replayed } from './replay.ts';
import type { StoredEvents } from './stored-events.ts';

/**
 * I7 and I8: replaying the events gives the stored states, and no state follows a final one. If events were
 * dropped, unfinished items still have all of their events. For finished ones, the events or the row may be
 * gone.
 */
export function replayBreaches(sqlite: Sqlite.Database, events: StoredEvents): string[] {
  const { transactions, codes, processes, callbacks, impossible } = replayed(events.ofWholeStories());
  const stored = storedStates(sqlite);
  const mayBeGone = (state: string) => events.droppedTo > 0 && !/^(started|active|pending|held)/.test(state);
  return [
    ...impossible,
    ...differences('transaction', transactions, stored.transactions, mayBeGone),
    ...differences('code', mapped(codes, codeText), stored.codes, mayBeGone),
    ...differences('process', mapped(processes, processText), stored.processes, mayBeGone),
    ...differences(
      'callback',
      mapped(callbacks, ({ status, attempts }) => `${status}, attempts ended: ${attempts.size}`),
      stored.callbacks,
      mayBeGone,
    ),
  ];
}

const codeText = ({ status, attempts }: { status: string; attempts: number }) =>
  `${status}, wrong: ${attempts}`;
const processText = ({ status, wrongCodes }: { status: string; wrongCodes: number }) =>
  `${status}, wrong: ${wrongCodes}`;

function storedStates(sqlite: Sqlite.Database) {
  return {
    transactions: texts(sqlite, 'SELECT id, status AS text FROM transactions'),
    codes: texts(sqlite, `SELECT id, status || ', wrong: ' || attempts AS text FROM otps`),
    // A process whose checkout continued or ended without it closes without an event. One whose code never
    // came has no events.
    processes: texts(
      sqlite,
      `SELECT process_id AS id, iif(status = 'closed', 'open', status) || ', wrong: ' || wrong_codes AS text
       FROM verifications AS v WHERE wrong_codes > 0 OR EXISTS (SELECT 1 FROM otps AS o WHERE o.process_id = v.process_id)`,
    ),
    // A callback that could not be sent at all has an attempt without a request.
    callbacks: texts(
      sqlite,
      `SELECT id, status || ', attempts ended: ' || (SELECT count(*) FROM callback_attempts AS a
         WHERE a.callback_id = c.id AND a.duration_ms IS NOT NULL AND a.request <> '') AS text FROM callbacks AS c`,
    ),
  };
}

function texts(sqlite: Sqlite.Database, sql: string): Map<number | string, string> {
  const rows = sqlite.prepare<[], { id: number | string; text: string }>(sql).all();
  return new Map(rows.map(({ id, text }) => [id, text]));
}

function mapped<Key, Value>(told: ReadonlyMap<Key, Value>, text: (value: Value) => string): Map<Key, string> {
  return new Map([...told].map(([key, value]) => [key, text(value)]));
}

function differences<Key extends number | string>(
  what: string,
  told: ReadonlyMap<Key, string>,
  stored: ReadonlyMap<number | string, string>,
  mayBeGone: (state: string) => boolean,
): string[] {
  const ids = new Set<number | string>([...told.keys(), ...stored.keys()]);
  const all = new Map<number | string, string>(told);
  return [...ids].flatMap((id) => {
    const [story = 'unknown', row = 'absent'] = [all.get(id), stored.get(id)];
    const isGone = story === 'unknown' ? mayBeGone(row) : row === 'absent' && mayBeGone(story);
    if (isGone) return [];
    return story === row ? [] : [`I8: by the journal ${what} ${id} is ${story}, and it is stored as ${row}`];
  });
}
