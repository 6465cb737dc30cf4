import { describe, expect, it } from 'vitest';
import { decided, startCheckout } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { exported, imported, importedFrom } from '../support/snapshot-files.ts';
import {
  expectSound,
  leftovers,
  listed,
  meanwhile,
  rowsAtBeginning,
  rowsOf,
  shop,
  slicedSandbox,
  swept,
} from './large-state.ts';

describe.each([
  ['in memory', () => ({})],
  ['with a data file', () => ({ data: dataFile() })],
])('A large state %s', (_, place) => {
  it('is saved as it was at the beginning, whatever changes meanwhile', async () => {
    const sandbox = await slicedSandbox(place());
    const open: string[] = [];
    for (const name of ['A', 'B', 'C']) open.push(await shop(sandbox, name));
    const atFirst = rowsAtBeginning(sandbox);
    const saved = sandbox.control('snapshots', { name: 'large' });
    const rounds = await meanwhile(saved, async (round) => {
      const [token] = open.splice(0, 1);
      if (token !== undefined) await decided(sandbox, token, round % 2 ? 'cancel' : 'approve');
      open.push(await shop(sandbox, `during-${round}`));
      const retention = { requests: 5, otps: 1, transactions: 3 };
      if (round === 1) await sandbox.control('settings', { retention }, 'PATCH');
      await sandbox.runtime.retention.tidy();
    });
    expect((await saved).status).toBe(201);
    expect(rounds).toBeGreaterThan(2);
    expect(rowsOf(sandbox, 'snapshot_1_')).toEqual(atFirst());
    expect(rowsOf(sandbox)).not.toEqual(atFirst());
    expectSound(sandbox);
  });

  it('is restored in one moment: nobody sees a part of it', async () => {
    const sandbox = await slicedSandbox(place());
    for (const name of ['A', 'B']) await shop(sandbox, name);
    const atFirst = rowsAtBeginning(sandbox);
    await sandbox.control('snapshots', { name: 'large' });
    const then = await listed(sandbox);
    await shop(sandbox, 'C');
    let last = await listed(sandbox);
    const restored = sandbox.control('snapshots/large/restore', {});
    const rounds = await meanwhile(restored, async (round) => {
      const seen = await listed(sandbox);
      // Either the old state with everything added to it, or the new one.
      if (seen.length > then.length) expect(seen).toEqual(last);
      else expect(seen).toEqual(then);
      await startCheckout(sandbox, 'localbankcards', { invoice_no: `during-${round}` });
      last = await listed(sandbox);
    });
    expect((await restored).json).toEqual({ restored: 'large' });
    expect(rounds).toBeGreaterThan(2);
    const { transactions, checkouts, otps, callbacks, verifications } = rowsOf(sandbox);
    const late = transactions?.filter((row) => row.includes('during')).length ?? 0;
    expect(late).toBeLessThan(2);
    if (late === 0)
      expect({ ...atFirst(), transactions, checkouts, otps, callbacks, verifications }).toEqual(atFirst());
    await swept(sandbox);
    expectSound(sandbox);
    expect(await shop(sandbox, 'D')).not.toBe('');
  });

  it('is gone in one moment at a reset, and its pages follow', async () => {
    const sandbox = await slicedSandbox(place());
    for (const name of ['A', 'B', 'C']) await shop(sandbox, name);
    const event = sandbox.runtime.store.events.lastId();
    await Promise.all([sandbox.control('reset', {}), sandbox.control('reset', {})]);
    expect(await listed(sandbox)).toEqual([]);
    expect(sandbox.runtime.store.events.lastId()).toBe(event + 2);
    expect(leftovers(sandbox)).not.toEqual([]);
    await shop(sandbox, 'A');
    await swept(sandbox);
    expectSound(sandbox);
    expect(sandbox.runtime.store.transactions.get(100_001)?.invoiceNo).toBe('W-A');
    expect((await listed(sandbox)).length).toBe(4);
  });

  it('is reset, saved and restored in turn, and a removed snapshot is never restored in part', async () => {
    const sandbox = await slicedSandbox(place());
    await shop(sandbox, 'A');
    await sandbox.control('snapshots', { name: 'one' });
    const answers = await Promise.all([
      sandbox.control('snapshots', { name: 'one' }),
      sandbox.control('snapshots', { name: 'two' }),
      sandbox.control('reset', {}),
      sandbox.control('snapshots/one/restore', {}),
      sandbox.control('clock/advance', { by: '1s' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 200, 200]);
    expect((await listed(sandbox)).length).toBe(4);
    const [restored, removed] = await Promise.all([
      sandbox.control('snapshots/two/restore', {}),
      sandbox.control('snapshots/two', undefined, 'DELETE'),
      sandbox.runtime.retention.tidy(),
    ]);
    expect([restored.status, removed.status]).toEqual([404, 200]);
    expect((await listed(sandbox)).length).toBe(4);
    await swept(sandbox);
    expectSound(sandbox);
  });

  it('is imported', async () => {
    const sandbox = await slicedSandbox(place());
    await shop(sandbox, 'A');
    await sandbox.control('snapshots', { name: 'one' });
    const file = (await sandbox.fetch('/_sandbox/api/snapshots/one/export')).text;
    expect((await imported(sandbox, file, '?name=other')).status).toBe(201);
    await sandbox.control('snapshots/other/restore', {});
    expect((await listed(sandbox)).length).toBe(4);
  });
});

describe('An unfinished snapshot', () => {
  it('of an import is not discarded by a save that ends in the meantime', async () => {
    const sandbox = await slicedSandbox();
    for (const name of ['A', 'B']) await shop(sandbox, name);
    await sandbox.control('snapshots', { name: 'one' });
    const file = await exported(sandbox, 'one', '?secrets=true');
    const half = file.indexOf('\n', file.length / 2) + 1;
    async function* parts() {
      yield Buffer.from(file.slice(0, half));
      expect((await sandbox.control('snapshots', { name: 'two' })).status).toBe(201);
      await swept(sandbox);
      yield Buffer.from(file.slice(half));
    }
    const answer = await importedFrom(sandbox, parts(), '?name=other');
    expect([answer.status, answer.json.name]).toEqual([201, 'other']);
    expect((await sandbox.control('snapshots/other/restore', {})).status).toBe(200);
    expect((await listed(sandbox)).length).toBe(8);
    await swept(sandbox);
    expectSound(sandbox);
  });

  it('cannot be restored, exported or removed by its hidden name', async () => {
    const sandbox = await slicedSandbox();
    await shop(sandbox, 'A');
    await sandbox.control('snapshots', { name: 'one' });
    const file = await exported(sandbox, 'one', '?secrets=true');
    const half = file.indexOf('\n', file.length / 2) + 1;
    const statuses: number[] = [];
    async function* parts() {
      yield Buffer.from(file.slice(0, half));
      const { fetch, control } = sandbox;
      statuses.push((await fetch('/_sandbox/api/snapshots/%202/export')).status);
      statuses.push((await control('snapshots/%202/restore', {})).status);
      statuses.push((await control('snapshots/%202', undefined, 'DELETE')).status);
      yield Buffer.from(file.slice(half));
    }
    const answer = await importedFrom(sandbox, parts(), '?name=other');
    expect([...statuses, answer.status]).toEqual([404, 404, 404, 201]);
    expect((await sandbox.control('snapshots')).json.data.length).toBe(2);
    expect((await listed(sandbox)).length).toBe(4);
  });
});

describe('A sandbox that stops in the middle', () => {
  it.each([
    ['snapshots', { name: 'two' }],
    ['snapshots/one/restore', {}],
  ])('of POST %s answers 503 and changes nothing', async (path, body) => {
    const data = dataFile();
    const sandbox = await slicedSandbox({ data });
    for (const name of ['A', 'B']) await shop(sandbox, name);
    await sandbox.control('snapshots', { name: 'one' });
    await shop(sandbox, 'C');
    const then = await listed(sandbox);
    const answer = sandbox.control(path, body);
    await startCheckout(sandbox, 'localbankcards', { invoice_no: 'meanwhile' });
    const stopped = sandbox.stop();
    expect((await answer).json).toEqual({
      error: { code: 'STOPPING', message: 'The sandbox is stopping. Nothing was changed.' },
    });
    await stopped;
    const again = await slicedSandbox({ data });
    expect(await listed(again)).toEqual(['meanwhile', ...then]);
    expect((await again.control('snapshots')).json.data.length).toBe(1);
    await swept(again);
    expectSound(again);
  });
});
