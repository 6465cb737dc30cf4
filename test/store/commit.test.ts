import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { Journal } from '../../src/journal/journal.ts';
import { SandboxClock } from '../../src/runtime/clock.ts';
import { openDatabase } from '../../src/store/open.ts';
import { openStore, type Store } from '../../src/store/store.ts';

function storeWithCount(): { store: Store; commits: () => number } {
  const store = openStore(undefined);
  let commits = 0;
  store.afterCommit(() => {
    commits += 1;
  });
  return { store, commits: () => commits };
}

describe('commit: the works of one turn share a transaction', () => {
  it('Three works of one turn are one commit, and each promise has the value of its own work', async () => {
    const { store, commits } = storeWithCount();
    const put = (name: string) =>
      store.commit(() => {
        store.facts.put(name, name);
        return name;
      });
    expect(await Promise.all([put('a'), put('b'), put('c')])).toEqual(['a', 'b', 'c']);
    expect(commits()).toBe(1);
    expect(['a', 'b', 'c'].map(store.facts.get)).toEqual(['a', 'b', 'c']);
  });

  it('Works of two turns are two commits', async () => {
    const { store, commits } = storeWithCount();
    await store.commit(() => store.facts.put('a', 1));
    await store.commit(() => store.facts.put('b', 1));
    expect(commits()).toBe(2);
  });

  it('Nothing is stored before the turn is over', async () => {
    const { store, commits } = storeWithCount();
    const committed = store.commit(() => store.facts.put('a', 1));
    expect(store.facts.get('a')).toBeUndefined();
    expect(commits()).toBe(0);
    await committed;
    expect(store.facts.get('a')).toBe(1);
  });

  it('A work sees what the works before it in the same turn have written', async () => {
    const { store } = storeWithCount();
    const first = store.commit(() => store.facts.put('a', 1));
    const second = store.commit(() => store.facts.get('a'));
    await first;
    expect(await second).toBe(1);
  });
});

describe('replace: work that replaces all rows', () => {
  it('Works of the same turn come before or after it, and those after it find memory changed too', async () => {
    const { store } = storeWithCount();
    const seen: string[] = [];
    let memory = 'old';
    const look = (name: string) =>
      store.commit(() => seen.push(`${name}: ${store.facts.get('rows')} ${memory}`));
    const put = (value: string) => () => {
      store.facts.put('rows', value);
      return value;
    };
    await store.commit(put('old'));
    store.afterCommit(() => seen.push(`listener: ${memory}`));
    const works = [look('before'), store.replace(put('new'), (value) => (memory = value)), look('after')];
    await Promise.all(works);
    expect(seen).toEqual(['before: old old', 'after: new new', 'listener: new']);
    expect(store.generation()).toBe(1);
  });

  it('One that throws changes neither rows nor memory, and the works beside it are stored', async () => {
    const { store } = storeWithCount();
    let memory = 'old';
    const wrong = store.replace(
      () => {
        store.facts.put('rows', 'new');
        throw new RangeError('no');
      },
      () => (memory = 'new'),
    );
    const beside = store.commit(() => store.facts.put('beside', 1));
    await expect(wrong).rejects.toThrow(RangeError);
    await beside;
    expect([store.facts.get('rows'), store.facts.get('beside'), memory]).toEqual([undefined, 1, 'old']);
    expect(store.generation()).toBe(0);
  });
});

describe('commit: throw to fail', () => {
  it('A work that throws is rolled back alone, and its promise rejects with what it threw', async () => {
    const { store } = storeWithCount();
    const wrong = new RangeError('no');
    const [before, failed, after] = await Promise.allSettled([
      store.commit(() => store.facts.put('before', 1)),
      store.commit(() => {
        store.facts.put('wrong', 1);
        throw wrong;
      }),
      store.commit(() => store.facts.put('after', 1)),
    ]);
    expect([before.status, after.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(failed).toEqual({ status: 'rejected', reason: wrong });
    expect(['before', 'wrong', 'after'].map(store.facts.get)).toEqual([1, undefined, 1]);
  });

  it('After a turn in which every work threw, no after-commit hook is called', async () => {
    const { store, commits } = storeWithCount();
    const failing = () =>
      store.commit(() => {
        throw new Error('no');
      });
    await Promise.allSettled([failing(), failing()]);
    expect(commits()).toBe(0);
    await store.commit(() => store.facts.put('a', 1));
    expect(commits()).toBe(1);
  });

  it('An error that ends the transaction by itself fails the work that met it alone, and the next turn works again', async () => {
    const database = openDatabase(undefined);
    const put = (name: string) =>
      database.commit(() => database.orm.run(sql`INSERT INTO facts VALUES (${name}, '1')`));
    const results = await Promise.allSettled([
      put('before'),
      database.commit(() => {
        // What SQLite does automatically when the disk is full.
        database.orm.run(sql`ROLLBACK`);
        throw new Error('the disk is full');
      }),
      put('after'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { message: 'the disk is full' } });
    await put('next');
    expect(database.orm.all(sql`SELECT name FROM facts ORDER BY name`)).toEqual(
      ['after', 'before', 'next'].map((name) => ({ name })),
    );
  });

  it('If one part throws, the others run again, and what they wrote the first time is gone', async () => {
    const { store, commits } = storeWithCount();
    const runs: string[] = [];
    const append = (name: string, isWrong = false) =>
      store.commit(() => {
        runs.push(name);
        store.facts.put(name, runs.length);
        if (isWrong) throw new Error('no');
      });
    await Promise.allSettled([append('a'), append('b', true), append('c')]);
    expect(runs).toEqual(['a', 'b', 'a', 'b', 'c']);
    expect(['a', 'b', 'c'].map(store.facts.get)).toEqual([3, undefined, 5]);
    expect(commits()).toBe(1);
  });

  it('After close, what was queued is stored, and what comes later is refused', async () => {
    const { store } = storeWithCount();
    const queued = store.commit(() => 'stored');
    store.close();
    expect(await queued).toBe('stored');
    await expect(store.commit(() => 1)).rejects.toThrow('the sandbox is stopped');
    store.close();
  });
});

describe('Nothing is told before the commit', () => {
  it('Followers of the journal hear of an event after its commit, from the stored row, in the order of ids', async () => {
    const store = openStore(undefined);
    const journal = new Journal(store, new SandboxClock());
    const heard: string[] = [];
    journal.follow({}, (rows) => heard.push(...rows.map(({ id, type }) => `${id} ${type}`)));
    const first = store.commit(() => {
      journal.append({ type: 'reset' });
      expect(heard).toEqual([]);
    });
    const second = store.commit(() => {
      journal.append({ type: 'clock.moved' });
      expect(heard).toEqual([]);
    });
    await Promise.all([first, second]);
    expect(heard).toEqual(['1 reset', '2 clock.moved']);
  });

  it('An event whose work was rolled back is never told', async () => {
    const store = openStore(undefined);
    const journal = new Journal(store, new SandboxClock());
    const heard: string[] = [];
    journal.follow({}, (rows) => heard.push(...rows.map(({ type }) => type)));
    const failed = store.commit(() => {
      journal.append({ type: 'reset' });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await store.commit(() => journal.append({ type: 'clock.moved' }));
    expect(heard).toEqual(['clock.moved']);
    expect(store.events.after(0, -1).map(({ type }) => type)).toEqual(['clock.moved']);
  });
});
