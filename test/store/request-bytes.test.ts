import { describe, expect, it } from 'vitest';
import { requestLogBytes } from '../../src/store/request-log.ts';
import { RowSizes } from '../../src/store/row-sizes.ts';
import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { dataFile } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rowsOf, tidied } from '../support/retention.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const padding = 'x'.repeat(60_000);
const call = (sandbox: TestSandbox) =>
  sandbox.call('walletA/verify', { ...rightFields['walletA/verify'], padding });

describe('RowSizes', () => {
  const known = () => {
    const sizes = new RowSizes(() => []);
    sizes.load(10);
    for (const id of [2, 5, 6, 9]) sizes.added({ id, bytes: 10 });
    return sizes;
  };

  it.each([
    [10, 100, 0],
    [3, 100, 2],
    [10, 30, 2],
    [10, 29, 5],
    [1, 100, 6],
    [0, 100, 9],
    [10, 0, 9],
  ])('to keep %d rows and %d bytes, all up to %d have to go', (rows, bytes, cut) => {
    expect(known().cut(rows, bytes)).toBe(cut);
  });

  it('counts what was dropped no longer, and reads again what it has forgotten', () => {
    const sizes = known();
    sizes.dropped(5);
    expect([sizes.bytes, sizes.cut(1, 100)]).toEqual([20, 6]);
    sizes.invalidate();
    expect([sizes.isKnown, sizes.bytes]).toEqual([false, 0]);
    sizes.added({ id: 10, bytes: 10 });
    expect(sizes.bytes).toBe(0);
  });
});

describe('The log of requests', () => {
  it('takes no more than its limit in bytes, however few its rows are', async () => {
    const sandbox = await freshSandbox();
    for (let sent = 0; sent < 1300; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => call(sandbox)));
    await tidied(sandbox);
    const [rows, first] = rowsOf(sandbox, 'requests') as [number, number];
    expect(rows * 60_000).toBeLessThan(requestLogBytes);
    expect(rows * 62_000).toBeGreaterThan(0.9 * requestLogBytes);
    expect(first).toBe(1301 - rows);
  });

  it('counts the same bytes as they are written and as they are read from a data file', async () => {
    const data = dataFile();
    const first = await freshSandbox({ data });
    await call(first);
    const { sizes } = first.runtime.store.requests.log;
    await tidied(first);
    await call(first);
    await first.call('walletA/verify', { ...rightFields['walletA/verify'], name: 'محمد' });
    const written = sizes.bytes;
    sizes.invalidate();
    await tidied(first);
    expect(sizes.bytes).toBe(written);
    expect(written).toBeGreaterThan(120_000);
  });

  it('gives the memory back with a reset', async () => {
    const sandbox = await freshSandbox();
    for (let sent = 0; sent < 500; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => call(sandbox)));
    await sandbox.control('reset', {});
    await tidied(sandbox);
    const pages = sandboxConnection(sandbox).pragma('page_count', { simple: true });
    expect(Number(pages) * 8192).toBeLessThan(20 * 1024 * 1024);
  });
});
