import { describe, expect, it } from 'vitest';
import { Books } from '../../src/audit/books.ts';
import { Lateness } from '../../src/audit/lateness.ts';
import type { SandboxClient } from '../../src/client.ts';
import { passed } from '../support/cli.ts';
import { meansFor } from './audit-options.ts';

/** So long ago that no pause of this machine is mistaken for it. */
const longAgoMs = 1_000_000;

describe('how late a callback is recorded', () => {
  it('is counted from the callback, even if the customer has returned since', async () => {
    const { books, lateness, read } = booksThatRead('open', 'open', 'paid');
    books.answered('callback', performance.now() - longAgoMs);
    await books.paidInTime('1');
    books.answered('return', performance.now());
    await read();
    expect(lateness.seen?.longestMs).toBeGreaterThanOrEqual(longAgoMs);
  });

  it('stays unknown if the customer’s return may have paid', async () => {
    const { books, lateness, read } = booksThatRead('open', 'paid');
    books.answered('callback', performance.now() - longAgoMs);
    await books.paidInTime('1');
    books.answered('return', performance.now());
    await read();
    expect(lateness.seen).toBe(undefined);
  });

  it('is not counted from a callback that was given up: every wait would make the next one longer', async () => {
    const { books, lateness, read } = booksThatRead('open', 'open', 'paid');
    books.answered('callback', performance.now() - longAgoMs);
    await books.paidOrSettled('1');
    books.answered('return', performance.now());
    await read();
    expect(lateness.seen?.longestMs).toBeLessThan(longAgoMs);
  });
});

it('a payment that is counted later than it shows is recorded late', async () => {
  const lateness = new Lateness();
  const counts = [0, 0, 1];
  const readState = async () => ({ isPaid: true, word: 'paid', timesPaid: counts.shift() });
  const options = { ...meansFor({} as SandboxClient, ''), readState, patienceMs: 1000 };
  const books = new Books(options, lateness, []);
  books.answered('callback', performance.now());
  expect(await books.paid('1')).toMatchObject({ timesPaid: 1 });
  expect(lateness.isLate).toBe(true);
});

it('a check that takes longer than the patience is read again, as it may show what was at its beginning', async () => {
  const lateness = new Lateness();
  const paidAt = performance.now() + 50;
  const readState = async () => {
    const isPaid = performance.now() >= paidAt;
    await passed(200);
    return { isPaid, word: '', timesPaid: undefined };
  };
  const options = { ...meansFor({} as SandboxClient, ''), readState, patienceMs: 100 };
  const books = new Books(options, lateness, []);
  books.answered('callback', performance.now());
  expect(await books.paidInTime('1')).toMatchObject({ isPaid: true });
  expect(lateness.isLate).toBe(true);
});

/** The order reads these words, one after the other. */
function booksThatRead(...words: readonly string[]) {
  const lateness = new Lateness();
  const left = [...words];
  const readState = async () => {
    const word = left.shift() ?? '';
    return { isPaid: word === 'paid', word, timesPaid: undefined };
  };
  // The books call no sandbox.
  const options = { ...meansFor({} as SandboxClient, ''), readState, patienceMs: 0 };
  const books = new Books(options, lateness, []);
  const read = async () => {
    while (left.length > 0) await books.paid('1');
  };
  return { books, lateness, read };
}
