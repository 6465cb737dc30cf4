import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readEvents } from '../../src/journal/follow.ts';
import { matches } from '../../src/journal/followers.ts';
import type { NewEvent } from '../../src/journal/journal.ts';
import type { EventFilter } from '../../src/store/events-matching.ts';
import { freshSandbox } from '../support/fresh.ts';
import { type TestSandbox, testSandbox } from '../support/sandbox.ts';
import { watchStatements } from '../support/statements.ts';

/** Appends events of two types, three accounts, and some payments and phones, or of none. */
async function appendTo({ runtime }: TestSandbox, count: number): Promise<void> {
  const { store, journal } = runtime;
  await store.commit(() => {
    for (let at = 0; at < count; at += 1) journal.append(eventAt(at));
  });
}

function eventAt(at: number): NewEvent {
  return {
    type: at % 7 === 0 ? 'otp.sent' : 'callback.delivered',
    accountId: at % 5 === 0 ? null : (['demo', 'other', 'Demo'][at % 3] ?? null),
    transactionId: at % 2 === 0 ? null : 100_001 + (at % 1000),
    invoiceNo: at % 11 === 0 ? 'INV-\u00e9 %' : null,
    mobileNumber: at > 4990 ? '0945678901' : null,
  };
}

describe('A page of events is the same as one that looks at each event', () => {
  const inAll = 9000;
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await testSandbox();
    await appendTo(sandbox, inAll);
    return () => sandbox.stop();
  });

  const filters: readonly EventFilter[] = [
    {},
    { types: ['otp.sent'] },
    { types: ['otp.sent', 'callback.delivered'] },
    { types: ['reset'] },
    { types: [] },
    { accountId: 'demo' },
    { accountId: 'nobody' },
    { transactionId: 100_002 },
    { transactionId: 7 },
    { transactionId: 100_078, accountId: 'Demo' },
    { transactionId: 100_008, types: ['otp.sent'] },
    { invoiceNo: 'INV-\u00e9 %' },
    { mobileNumber: '0945678901' },
    { mobileNumber: '0945678901', types: ['otp.sent'] },
  ];
  const places = [0, 1, 1999, 2000, 4992, 6999, 7000, 8999, 9000, 9001, 20_000];

  it.each(filters)('%j', async (filter) => {
    const { journal } = sandbox.runtime;
    const every = journal.past(0, -1);
    for (const after of places)
      for (const limit of [1, 3, 200]) {
        const wanted = every.filter((row) => row.id > after && matches(row, filter));
        const rows = wanted.slice(0, limit);
        const cursor = rows.length === limit ? (rows.at(-1)?.id ?? 0) : Math.max(after, inAll);
        const hasLeft = () => false;
        expect(await readEvents(journal, { filter, after, limit, hasLeft })).toEqual({ rows, cursor });
      }
  });
});

describe('Reading a long journal', () => {
  /** Counts the reads of events from now on until the test ends. */
  function countReads(): () => number {
    let reads = 0;
    const end = watchStatements((_connection, sql) => {
      if (/from "?events/i.test(sql)) reads += 1;
    });
    onTestFinished(() => void end());
    return () => reads;
  }

  const unmatched = ['events?account=nobody', 'log?account=nobody&limit=200'];

  it.each(unmatched)('ends when the caller has left: %s', async (path) => {
    const sandbox = await freshSandbox();
    // It runs shortly after a commit, and its reads would be counted too.
    sandbox.runtime.retention.stop();
    await appendTo(sandbox, 60_000);
    const caller = new AbortController();
    const url = `http://127.0.0.1/_sandbox/api/${path}`;
    const asked = sandbox.app.request(new Request(url, { signal: caller.signal }));
    const reads = countReads();
    while (reads() === 0) await nextTurn();
    caller.abort();
    await nextTurn();
    const before = reads();
    await asked;
    expect(reads()).toBe(before);
  });

  it.each(unmatched)('of many callers: one part at a time, with other work in between: %s', async (path) => {
    const sandbox = await freshSandbox();
    // It runs shortly after a commit, and its reads would be counted too.
    sandbox.runtime.retention.stop();
    await appendTo(sandbox, 20_000);
    const reads = countReads();
    let isOver = false;
    const all = Promise.all(Array.from({ length: 20 }, () => sandbox.app.request(`/_sandbox/api/${path}`)));
    void all.then(() => {
      isOver = true;
    });
    // The first part of each is read when its request arrives.
    while (reads() < 20) await nextTurn();
    const inTurns: number[] = [];
    while (!isOver) {
      const before = reads();
      await nextTurn();
      inTurns.push(reads() - before);
    }
    // A part is found, read, and perhaps is the last.
    expect(Math.max(...inTurns)).toBeLessThanOrEqual(3);
    expect((await all).map(({ status }) => status)).toEqual(Array(20).fill(200));
  });
});
