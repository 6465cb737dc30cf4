import { describe, expect, it } from 'vitest';
import type { LogEntry, LogPage } from '../../src/client/contract.ts';
import { LogFollower } from '../../src/sandbox/follow-log.ts';
import { paid, settled } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';
import { exported, imported, withStory } from '../support/snapshot-files.ts';

const accepted = (sandbox: TestSandbox) => sandbox.call('walletB/verify', rightFields['walletB/verify']);
const refused = (sandbox: TestSandbox) => sandbox.call('walletB/verify', {});
const unknown = (sandbox: TestSandbox) => sandbox.call('walletB/verify', {}, { token: 'wrong' });
const reset = (sandbox: TestSandbox) => sandbox.control('reset', {});
const save = (sandbox: TestSandbox) => sandbox.control('snapshots', { name: 'one' });
const restore = (sandbox: TestSandbox) => sandbox.control('snapshots/one/restore', {});
const read = async (sandbox: TestSandbox, query = ''): Promise<LogPage> =>
  (await sandbox.control(`log?${query}`)).json;
const brief = (entry: LogEntry) => ('type' in entry ? entry.type : entry.kind);
const briefs = ({ data }: LogPage) => data.map(brief);

async function end(sandbox: TestSandbox): Promise<string> {
  let page = await read(sandbox);
  while (page.data.length > 0) page = await read(sandbox, `after=${page.cursor}`);
  return page.cursor;
}

function followed(sandbox: TestSandbox) {
  const entries: LogEntry[] = [];
  const follower = new LogFollower(sandbox.runtime, {
    entries: (more) => entries.push(...more),
    leftOut: () => expect.fail(),
  });
  return () => {
    follower.end();
    return entries.map(brief);
  };
}

describe('The live log', () => {
  it.each([
    ['reset', reset],
    ['snapshot.restored', restore],
  ])('has everything that happened right before a %s', async (turn, replace) => {
    const merchant = await freshMerchant();
    const sandbox = await freshSandbox();
    await save(sandbox);
    const ended = followed(sandbox);
    const expected: string[] = [];
    for (let tests = 0; tests < 3; tests += 1) {
      await refused(sandbox);
      await unknown(sandbox);
      await paid(sandbox, `${merchant.url}/callback`);
      await settled(sandbox);
      await replace(sandbox);
      expected.push('call', 'call', 'call', 'transaction.completed', 'callback.attempted', turn);
    }
    expect(ended().filter((each) => each !== 'clock.moved')).toEqual(expected);
  });
});

describe('A reader of the log', () => {
  it.each([
    ['an event', 'reset', accepted, reset],
    ['a call', 'reset', refused, reset],
    ['a call without valid keys', 'reset', unknown, reset],
    ['an event', 'snapshot.restored', accepted, restore],
    ['a call', 'snapshot.restored', refused, restore],
  ])('is told that it missed %s before a %s', async (_, turn, missed, replace) => {
    const sandbox = await freshSandbox();
    await refused(sandbox);
    await save(sandbox);
    const { cursor } = await read(sandbox);
    await missed(sandbox);
    await replace(sandbox);
    const page = await read(sandbox, `after=${cursor}`);
    expect(briefs(page).slice(0, 2)).toEqual(['gap', turn]);
    const kind = turn === 'reset' ? 'reset' : 'restore';
    expect(page.data[0]).toMatchObject({
      message: `Some entries from right before the ${kind} are missing: they had not been read yet.`,
    });
    expect(briefs(await read(sandbox, `after=${page.cursor}`))).not.toContain('gap');
    expect(briefs(await read(sandbox, `after=${cursor}&account=demo`))).toContain('gap');
  });

  it('is told nothing after it had read everything', async () => {
    const sandbox = await freshSandbox();
    await accepted(sandbox);
    await save(sandbox);
    for (const replace of [reset, restore, restore, reset, reset]) {
      await unknown(sandbox);
      const cursor = await end(sandbox);
      await replace(sandbox);
      expect(briefs(await read(sandbox, `after=${cursor}`))).not.toContain('gap');
    }
  });

  it('is told nothing that it could not have missed: from the beginning, or page by page', async () => {
    const sandbox = await freshSandbox();
    await accepted(sandbox);
    await save(sandbox);
    for (const replace of [restore, reset]) {
      await accepted(sandbox);
      await refused(sandbox);
      await replace(sandbox);
      let page = await read(sandbox, 'limit=1');
      const seen: string[] = [];
      while (page.data.length > 0) {
        seen.push(...briefs(page));
        page = await read(sandbox, `limit=1&after=${page.cursor}`);
      }
      expect(seen).not.toContain('gap');
    }
  });

  it('is told nothing about the ids that an import leaves out', async () => {
    const file = await exported(await withStory());
    const sandbox = await freshSandbox();
    await accepted(sandbox);
    await imported(sandbox, file);
    const { cursor } = await read(sandbox);
    await sandbox.control('snapshots/story/restore', {});
    const restored = await read(sandbox, `after=${cursor}`);
    expect(briefs(restored)).not.toContain('gap');
    const last = await read(sandbox, `after=${restored.cursor}`);
    await reset(sandbox);
    expect(briefs(await read(sandbox, `after=${last.cursor}`))).toEqual(['reset']);
  });

  it.each([
    ['reset', reset],
    ['snapshot.restored', restore],
  ])('gets what follows a %s on the same page, up to the limit', async (turn, replace) => {
    const sandbox = await freshSandbox();
    await save(sandbox);
    await replace(sandbox);
    await refused(sandbox);
    await refused(sandbox);
    const all: string[] = briefs(await read(sandbox));
    // A restored clock is news, too.
    const since = all.slice(all.indexOf(turn)).filter((each) => each !== 'clock.moved');
    expect(since).toEqual([turn, 'call', 'call']);
    for (const limit of all.keys())
      expect(briefs(await read(sandbox, `limit=${limit + 1}`))).toEqual(all.slice(0, limit + 1));
    expect(briefs(await read(sandbox, 'account=demo'))).toEqual(all.filter((each) => each === 'call'));
  });

  it('keeps waiting when it is woken by what it has read or does not want', async () => {
    const sandbox = await freshSandbox();
    await sandbox.control('accounts', { id: 'other' });
    const { cursor } = await read(sandbox, 'since=now');
    const waiting = read(sandbox, `after=${cursor}&account=other&wait=10s`);
    await accepted(sandbox);
    await sandbox.control('events?wait=30ms&after=100');
    await sandbox.control('accounts/other', { name: 'Other' }, 'PATCH');
    expect(briefs(await waiting)).toEqual(['account.changed']);
  });
});
