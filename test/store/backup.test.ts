import { statSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nextTurn } from '../../src/host/timers.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { dataFile } from '../support/data-file.ts';

const mebibyte = 1024 * 1024;

function opened(file: string | undefined): Store {
  const store = openStore(file);
  onTestFinished(() => store.close());
  return store;
}

/** Stores so many MiB in as many commits. */
async function fill(store: Store, name: string, mebibytes: number): Promise<void> {
  for (let each = 0; each < mebibytes; each += 1)
    await store.commit(() => store.facts.put(`${name} ${each}`, 'x'.repeat(mebibyte)));
}

async function rest(pieces: AsyncIterator<Uint8Array>, first: Uint8Array[] = []): Promise<Buffer> {
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) first.push(next.value);
  return Buffer.concat(first);
}

/** A fact in a store that starts with a backup. */
function factIn(bytes: Uint8Array, name: string): unknown {
  const file = dataFile();
  writeFileSync(file, bytes);
  return opened(file).facts.get(name);
}

describe('A backup of a data file', () => {
  it('has what was stored when it began, however much is stored while it is read', async () => {
    const file = dataFile();
    const store = opened(file);
    await fill(store, 'before', 2);
    await store.commit(() => store.facts.put('when', 'before'));
    const pieces = store.backup()[Symbol.asyncIterator]();
    const first = await pieces.next();
    const { size } = statSync(file);
    await store.commit(() => store.facts.put('when', 'meanwhile'));
    // More than the log holds before it is written into the file.
    await fill(store, 'meanwhile', 6);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    expect(statSync(file).size).toBe(size);
    const bytes = await rest(pieces, [first.value]);
    expect(bytes.length).toBe(size);
    expect(factIn(bytes, 'when')).toBe('before');
    expect(store.facts.get('when')).toBe('meanwhile');

    await fill(store, 'after', 1);
    await nextTurn();
    expect(statSync(file).size).toBeGreaterThan(size + 6 * mebibyte);
  });

  it('is read between other work, and a second one at the same time is newer', async () => {
    const store = opened(dataFile());
    await fill(store, 'before', 2);
    const pieces = store.backup()[Symbol.asyncIterator]();
    const first = await pieces.next();
    expect(first.value.length).toBeLessThan(mebibyte);
    await store.commit(() => store.facts.put('when', 'meanwhile'));
    const second = await rest(store.backup()[Symbol.asyncIterator]());
    expect(factIn(second, 'when')).toBe('meanwhile');
    expect(factIn(await rest(pieces, [first.value]), 'when')).toBeUndefined();
  });

  it('fails when the file is closed before its end, and one that nobody reads holds up nothing', async () => {
    const file = dataFile();
    const store = openStore(file);
    await fill(store, 'before', 2);
    store.backup();
    const left = store.backup()[Symbol.asyncIterator]();
    await left.next();
    await left.return?.();
    const { size } = statSync(file);
    await fill(store, 'later', 6);
    await nextTurn();
    expect(statSync(file).size).toBeGreaterThan(size);
    const pieces = store.backup()[Symbol.asyncIterator]();
    await pieces.next();
    store.close();
    await expect(rest(pieces)).rejects.toThrow('The data file has changed. Try the backup again.');
  });
});

it('A backup of a sandbox in memory has everything too', async () => {
  const store = opened(undefined);
  await store.commit(() => store.facts.put('where', 'memory'));
  expect(factIn(await rest(store.backup()[Symbol.asyncIterator]()), 'where')).toBe('memory');
});
