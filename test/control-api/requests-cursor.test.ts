import { describe, expect, it } from 'vitest';
import type { AnswerOf } from '../../src/client/connection.ts';
import { dataFile } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';
import { exported, imported, withStory } from '../support/snapshot-files.ts';

const refused = (sandbox: TestSandbox) => sandbox.call('cardgw/confirm', {});
const accepted = (sandbox: TestSandbox) => sandbox.call('walletB/verify', rightFields['walletB/verify']);
const unknown = (sandbox: TestSandbox) => sandbox.call('walletB/verify', {}, { token: 'wrong' });
const reset = (sandbox: TestSandbox) => sandbox.control('reset', {});
const list = async (sandbox: TestSandbox, query = ''): Promise<AnswerOf<'listRequests'>> =>
  (await sandbox.control(`requests?${query}`)).json;
const idsOf = ({ data }: AnswerOf<'listRequests'>) => data.map(({ id }) => id);

describe('GET requests?after=<the cursor of an answer>', () => {
  it('gives each call once, whatever was reset in between', async () => {
    const sandbox = await freshSandbox();
    let { cursor } = await list(sandbox);
    for (const calls of [[accepted], [accepted, refused, unknown], [refused], [unknown, accepted]]) {
      await reset(sandbox);
      for (const call of calls) await call(sandbox);
      const page = await list(sandbox, `after=${cursor}`);
      expect(idsOf(page)).toEqual(calls.map((_, at) => String(at + 1)).reverse());
      expect(idsOf(await list(sandbox, `after=${page.cursor}`))).toEqual([]);
      cursor = page.cursor;
    }
  });

  it('repeats no call that a restored snapshot brings back, and gives those that were never read', async () => {
    const sandbox = await freshSandbox();
    const beginning = await list(sandbox);
    await accepted(sandbox);
    await refused(sandbox);
    await sandbox.control('snapshots', { name: 'one' });
    await refused(sandbox);
    const { cursor } = await list(sandbox);
    await sandbox.control('snapshots/one/restore', {});
    const restored = await list(sandbox, `after=${cursor}`);
    expect(idsOf(restored)).toEqual([]);
    await refused(sandbox);
    for (const after of [cursor, restored.cursor])
      expect(idsOf(await list(sandbox, `after=${after}`))).toEqual(['3']);
    expect(idsOf(await list(sandbox, `after=${beginning.cursor}`))).toEqual(['3', '2', '1']);
  });

  it('repeats none of an imported snapshot', async () => {
    const sandbox = await freshSandbox();
    await accepted(sandbox);
    const { cursor } = await list(sandbox);
    await imported(sandbox, await exported(await withStory()));
    await sandbox.control('snapshots/story/restore', {});
    expect(idsOf(await list(sandbox, `after=${cursor}`))).toEqual([]);
    // The keys of the file are others.
    await unknown(sandbox);
    expect((await list(sandbox, `after=${cursor}`)).data).toMatchObject([{ status: 401 }]);
  });

  it('continues after a restart, also when the newest call was not stored', async () => {
    const data = dataFile();
    const first = await freshSandbox({ data });
    await accepted(first);
    await unknown(first);
    await unknown(first);
    const { cursor } = await list(first);
    await first.stop();
    const again = await freshSandbox({ data });
    expect(idsOf(await list(again, `after=${cursor}`))).toEqual([]);
    await refused(again);
    expect(idsOf(await list(again, `after=${cursor}`))).toEqual(['2']);
    await reset(again);
    await refused(again);
    expect(idsOf(await list(again, `after=${cursor}`))).toEqual(['1']);
  });

  it('waits, with filters and page by page', async () => {
    const sandbox = await freshSandbox();
    await refused(sandbox);
    const { cursor } = await list(sandbox);
    await reset(sandbox);
    const waiting = list(sandbox, `after=${cursor}&gateway=cardgw&code=INVALID_INPUTS&wait=10s`);
    for (const call of [accepted, refused, accepted, accepted]) await call(sandbox);
    expect(idsOf(await waiting)).toEqual(['2']);
    const first = await list(sandbox, `after=${cursor}&limit=3&account=demo`);
    expect(idsOf(first)).toEqual(['4', '3', '2']);
    expect(idsOf(await list(sandbox, `after=${cursor}&limit=3&cursor=${first.next}`))).toEqual(['1']);
  });

  it('gives a waiting reader the calls from right before a reset, and those from right after it', async () => {
    const sandbox = await freshSandbox();
    await refused(sandbox);
    const calls = async () => {
      const { cursor } = await list(sandbox);
      // Followers hear of it at most every 20 ms.
      const first = list(sandbox, `after=${cursor}&wait=10s`);
      await refused(sandbox);
      const page = await first;
      const second = list(sandbox, `after=${page.cursor}&wait=10s`);
      await refused(sandbox);
      await reset(sandbox);
      const before = await second;
      const third = list(sandbox, `after=${before.cursor}&wait=10s`);
      for (let each = 0; each < 3; each += 1) await refused(sandbox);
      return [page, before, await third].map(({ data }) => data.length);
    };
    expect((await calls()).slice(0, 2)).toEqual([1, 1]);
  });

  it('refuses what is no cursor', async () => {
    const sandbox = await freshSandbox();
    for (const after of ['x', '1.2.3', 'run.1.2.x', '9007199254740993'])
      expect(await sandbox.control(`requests?after=${after}`)).toMatchObject({
        status: 400,
        json: { error: { message: 'after: must be a cursor from an earlier response.' } },
      });
  });
});
