import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../src/control-api/log-entries.ts';
import { LogFollower } from '../../src/sandbox/follow-log.ts';
import { eventStream } from '../support/event-stream.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestOptions, type TestSandbox } from '../support/sandbox.ts';
import { exported, fileOf, imported, type Row, rowsIn, withStory } from '../support/snapshot-files.ts';

const restore = (sandbox: TestSandbox) => sandbox.control('snapshots/story/restore', {});

const listed = async (sandbox: TestSandbox, query = ''): Promise<Row[]> =>
  (await sandbox.control(`events?limit=200&${query}`)).json.data;

const typesOf = (rows: readonly Row[]) => rows.map(({ type }) => type);

async function withoutEventIds(sandbox: TestSandbox, path: string): Promise<string> {
  await sandbox.runtime.alarms.idle();
  const { text } = await sandbox.control(path);
  return text.replace(/"(id|cursor|duration_ms)":("[^"]*"|[\d.]+)/g, '');
}

/** The rows of a file whose sandbox had deleted its first event. */
async function rowsOfFile(): Promise<Row[]> {
  const [header = {}, ...rows] = rowsIn(await exported(await withStory()));
  const counts = Object(header.counts);
  return [
    { ...header, counts: { ...counts, fact: counts.fact + 1, event: counts.event - 1 } },
    { record: 'fact', name: 'dropped_events', value: 1 },
    ...rows.filter(({ record, id }) => record !== 'event' || id !== 1),
  ];
}

/** A sandbox with events of its own, up to `own`, and with an imported snapshot that is not restored yet. */
async function withImported(options: TestOptions) {
  const rows = await rowsOfFile();
  const sandbox = await freshSandbox(options);
  for (let times = 0; times < 3; times += 1)
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
  const own = sandbox.runtime.journal.lastId;
  const { cursor } = (await sandbox.control('log?since=now')).json;
  const { status, text } = await imported(sandbox, fileOf(rows));
  expect(status, text).toBe(201);
  const events = rows.filter(({ record }) => record === 'event');
  return { sandbox, own, logCursor: cursor, rows, events };
}

describe.each([
  ['small', {}],
  ['large', { slices: { weightAtOnce: 0, rows: 2, ms: 0 } }],
])('The events of an imported snapshot, %s', (_, options) => {
  it('get ids that no other event has, the same at each restore', async () => {
    const { sandbox, own, events } = await withImported(options);
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    const before = new Set((await listed(sandbox)).map(({ id }) => id));
    await restore(sandbox);
    const restored = (await listed(sandbox)).slice(0, events.length);
    expect(restored.map(({ id, type }) => [Number(id) - own, type])).toEqual(
      events.map(({ id, type }) => [id, type]),
    );
    expect(restored.filter(({ id }) => before.has(id))).toEqual([]);
    await restore(sandbox);
    expect((await listed(sandbox)).slice(0, events.length)).toEqual(restored);
    await sandbox.control('snapshots', { name: 'again' });
    await sandbox.control('snapshots/again/restore', {});
    expect((await listed(sandbox)).slice(0, events.length)).toEqual(restored);
  });

  it('are history to followers, which only get the event of the restore', async () => {
    const { sandbox } = await withImported(options);
    const after = sandbox.runtime.journal.lastId;
    const stream = await eventStream(sandbox);
    const entries: LogEntry[] = [];
    const follower = new LogFollower(sandbox.runtime, {
      entries: (more) => entries.push(...more),
      leftOut: () => {},
    });
    const next = sandbox.control(`events?after=${after}&type=otp.sent,snapshot.restored&wait=10s`);
    await restore(sandbox);
    expect((await stream.next())?.event).toBe('snapshot.restored');
    expect(typesOf((await next).json.data)).toEqual(['snapshot.restored']);
    follower.end();
    expect(entries.map((entry) => entry.kind)).toEqual(['sandbox']);
  });

  it('are history to a reader whose cursor is older than the import', async () => {
    const { sandbox, own, logCursor, events } = await withImported(options);
    await restore(sandbox);
    for (const after of [1, own])
      expect(typesOf(await listed(sandbox, `after=${after}`))).toEqual(['snapshot.restored']);
    expect((await (await eventStream(sandbox, `?after=${own}`)).next())?.event).toBe('snapshot.restored');
    // The restore deleted the event of the import.
    expect((await sandbox.control(`log?after=${logCursor}`)).json.data).toMatchObject([
      { kind: 'gap' },
      { kind: 'sandbox' },
    ]);
    // A reader that has begun to read them continues.
    expect((await listed(sandbox, `after=${own + 1}`))[0]?.id).toBe(`${own + 2}`);
    expect(await listed(sandbox, `after=${own + 2}`)).toHaveLength(events.length);
  });

  it('keep their places between the calls, and are in a file as they were', async () => {
    const { sandbox, rows } = await withImported(options);
    const lines = rowsIn(await exported(sandbox))
      .slice(1)
      .map((row) => JSON.stringify(row));
    expect(lines.sort()).toEqual(
      rows
        .slice(1)
        .map((row) => JSON.stringify(row))
        .sort(),
    );
    await restore(sandbox);
    const other = await freshSandbox();
    await imported(other, fileOf(rows));
    await restore(other);
    for (const path of ['transactions/100001', 'log?limit=200'])
      expect(await withoutEventIds(sandbox, path)).toBe(await withoutEventIds(other, path));
  });
});
