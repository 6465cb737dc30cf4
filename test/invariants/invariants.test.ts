import { describe, expect, it } from 'vitest';
import { breakings } from './breakings.ts';
import { livedIn } from './lived-in.ts';
import { sandboxBreaches, sandboxConnection } from './sandbox-breaches.ts';
import { Watch } from './watch.ts';

describe('The invariants, each found when it is broken', () => {
  it('A sandbox in which everything has happened breaks none', async () => {
    expect(sandboxBreaches(await livedIn())).toEqual([]);
  });

  it.each(breakings)('%s: found by %s', async (invariant, _how, sql) => {
    const sandbox = await livedIn();
    const sqlite = sandboxConnection(sandbox);
    sqlite.pragma('foreign_keys = OFF');
    sqlite.exec(sql);
    expect(sandboxBreaches(sandbox).filter((breach) => breach.startsWith(invariant))).not.toEqual([]);
  });
});

describe('What is final stays, between one look and the next', () => {
  it.each([
    ['I7: transaction', `UPDATE transactions SET status = 'expired' WHERE status = 'completed'`],
    ['I7: process', `UPDATE verifications SET status = 'open'`],
    ['I7: code', `UPDATE otps SET status = 'active'`],
    ['I7: delivered callback', `UPDATE callbacks SET status = 'pending'`],
    ['I4: attempt', 'DELETE FROM callback_attempts'],
    ['I8: event', `DELETE FROM events WHERE type = 'transaction.completed'`],
  ])('%s: a change is found, and without a change nothing is', async (what, sql) => {
    const sqlite = sandboxConnection(await livedIn());
    const watch = new Watch();
    expect([watch.look(sqlite), watch.look(sqlite)]).toEqual([[], []]);
    sqlite.exec(sql);
    const changes = watch.look(sqlite);
    expect(changes[0]).toContain(`${what} `);
    expect(changes[0]).toContain(' was final as ');
  });

  it('A reset and a restore start over', async () => {
    const sandbox = await livedIn();
    const watch = new Watch();
    watch.look(sandboxConnection(sandbox));
    await sandbox.reset();
    expect(watch.look(sandboxConnection(sandbox))).toEqual([]);
  });
});
