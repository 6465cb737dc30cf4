import { describe, expect, it } from 'vitest';
import { eventStream } from '../support/event-stream.ts';
import { codes, keeping, rowsOf, tidied } from '../support/retention.ts';
import type { TestSandbox } from '../support/sandbox.ts';

describe('A reader whose cursor is older than the oldest event', () => {
  async function dropped(): Promise<TestSandbox> {
    const sandbox = await keeping();
    await codes(sandbox, 150);
    await sandbox.control('clock/advance', { by: '1h' });
    await tidied(sandbox);
    expect(rowsOf(sandbox, 'events')).toEqual([200, 102]);
    return sandbox;
  }

  it('is refused by GET events, and told where to go on', async () => {
    const sandbox = await dropped();
    const { status, json } = await sandbox.control('events?after=7');
    expect([status, json.error]).toEqual([
      410,
      {
        code: 'EVENTS_DROPPED',
        message:
          'after: the events behind 7 up to 101 are no longer kept (setting retention.events). Continue from 101.',
      },
    ]);
    expect((await sandbox.control('events?after=101&limit=1')).json).toMatchObject({ data: [{ id: '102' }] });
  });

  it('from the beginning reads what there is', async () => {
    const sandbox = await dropped();
    for (const query of ['', '?after=0'])
      expect((await sandbox.control(`events${query}`)).json.data[0].id).toBe('102');
  });

  it('gets the message `gap` first on the stream, and then all events that are left', async () => {
    const sandbox = await dropped();
    const stream = await eventStream(sandbox, '?after=7');
    expect([await stream.next(), (await stream.next())?.id]).toEqual([
      { id: '', event: 'gap', data: { type: 'gap', after: '7', dropped_to: '101' } },
      '102',
    ]);
  });

  it('misses nothing while it reads: what it has yet to read stays', async () => {
    const sandbox = await keeping();
    await codes(sandbox, 500);
    await sandbox.control('clock/advance', { by: '1h' });
    const stream = await eventStream(sandbox, '?after=0');
    expect((await stream.next())?.id).toBe('1');
    await tidied(sandbox);
    const ids = ['1'];
    while (ids.length < 1001) ids.push((await stream.next())?.id ?? 'none');
    expect(ids).toEqual(Array.from({ length: 1001 }, (_, index) => String(index + 1)));
  });

  it('misses nothing of the last minute, however much happens', async () => {
    const sandbox = await keeping();
    await codes(sandbox, 150);
    await sandbox.control('clock/advance', { by: '1h' });
    await sandbox.runtime.retention.tidy();
    expect(rowsOf(sandbox, 'events')).toEqual([301, 1]);
  });
});
