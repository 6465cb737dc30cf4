import { chmodSync, copyFileSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { platform } from 'node:process';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/open.ts';
import { openStore } from '../../src/store/store.ts';
import { startCheckout } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { countedIds, startOfTest } from '../support/sandbox.ts';

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

describe('The data file', () => {
  it.skipIf(platform === 'win32')('is for its owner alone, and so is its log', async () => {
    const file = dataFile();
    const store = openStore(file);
    await store.commit(() => store.facts.put('a', 1));
    expect(modeOf(file)).toBe('600');
    expect(modeOf(`${file}-wal`)).toBe('600');
    store.close();
  });

  it.skipIf(platform === 'win32')('becomes private when it was not, and so does its log', async () => {
    const stored = async (file: string) => {
      const store = openStore(file);
      await store.commit(() => store.facts.put('a', 1));
      expect([modeOf(file), modeOf(`${file}-wal`)]).toEqual(['600', '600']);
      return store;
    };
    const [empty, file, killed] = [dataFile(), dataFile(), dataFile()];
    writeFileSync(empty, '', { mode: 0o644 });
    (await stored(empty)).close();
    openStore(file).close();
    chmodSync(file, 0o644);
    const store = await stored(file);
    for (const suffix of ['', '-wal']) {
      copyFileSync(`${file}${suffix}`, `${killed}${suffix}`);
      chmodSync(`${killed}${suffix}`, 0o644);
    }
    store.close();
    (await stored(killed)).close();
  });

  it('is written ahead, synced at each commit, and holds references to what exists', () => {
    const database = openDatabase(dataFile());
    const pragma = (name: string) => Object.values(database.orm.get(sql.raw(`PRAGMA ${name}`)) ?? {})[0];
    expect(pragma('journal_mode')).toBe('wal');
    // 2 means FULL.
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('locking_mode')).toBe('exclusive');
    database.close();
  });

  it('is whole after a close: nothing is left in its log', async () => {
    const file = dataFile();
    const store = openStore(file);
    await store.commit(() => store.facts.put('a', 1));
    store.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it('may be an empty file', () => {
    const file = dataFile();
    writeFileSync(file, '');
    const store = openStore(file);
    expect(store.accounts.all()).toEqual([]);
    store.close();
  });
});

describe('A sandbox on a file that an earlier one has left', () => {
  it('has its accounts and their keys, not the fixtures again', async () => {
    const data = dataFile();
    const first = await freshSandbox({ data });
    await first.control('accounts', { id: 'second', name: 'Second Shop' });
    await first.control('accounts/demo/renew', { what: 'test' });
    await first.control('accounts/demo', { ip_whitelist: { entries: ['10.0.0.0/8', '::1'] } }, 'PATCH');
    const accounts = [
      (await first.control('accounts/demo')).json,
      (await first.control('accounts/second')).json,
    ];
    await first.stop();

    const second = await freshSandbox({ data });
    expect((await second.control('accounts')).json.data).toHaveLength(2);
    expect((await second.control('accounts/demo')).json).toEqual(accounts[0]);
    expect((await second.control('accounts/second')).json).toEqual(accounts[1]);
  });

  it('has the settings that were changed, on top of those it is started with', async () => {
    const data = dataFile();
    const first = await freshSandbox({ data });
    await first.control('settings', { otp: { lifetime: '1m' } }, 'PATCH');
    await first.control('settings', { otp: { attempts: 3 } }, 'PATCH');
    await first.stop();

    const second = await freshSandbox({ data, settings: { otp: { attempts: 9, resend_wait: '7s' } } });
    const { otp } = (await second.control('settings')).json;
    expect([otp.lifetime, otp.attempts, otp.resend_wait]).toEqual(['1m', 3, '7s']);
  });

  it('has its clock: the time that was added, or the time at which it stands', async () => {
    const data = dataFile();
    const first = await freshSandbox({ data, runningClock: true });
    await first.control('clock/advance', { by: '10d' });
    await first.stop();
    const second = await freshSandbox({ data, runningClock: true });
    expect((await second.control('clock')).json).toMatchObject({ frozen: false, offset_ms: 864_000_000 });
    await second.control('clock/freeze', { at: '2031-05-06T07:08:09.000Z' });
    await second.stop();
    const third = await freshSandbox({ data, runningClock: true });
    expect((await third.control('clock')).json).toMatchObject({
      frozen: true,
      now: '2031-05-06T07:08:09.000Z',
    });
  });

  it('has its transactions, codes, requests and events, and goes on counting where they end', async () => {
    const data = dataFile();
    const lists = ['transactions', 'checkouts', 'otps', 'requests', 'events'];
    const first = await freshSandbox({ data });
    await first.control('clock/freeze', { at: new Date(startOfTest).toISOString() });
    await startCheckout(first, 'cardgw');
    await first.call('walletB/verify', { mobile_number: '0945678901', amount: '10.00' });
    const before = await Promise.all(lists.map(async (list) => (await first.control(list)).json.data));
    await first.stop();

    const second = await freshSandbox({ data, ids: { ...countedIds(), token: () => 'another' } });
    const after = await Promise.all(lists.map(async (list) => (await second.control(list)).json.data));
    expect(after).toEqual(before);
    expect(before.map((rows) => rows.length)).toEqual([1, 1, 1, 2, 3]);
    const used = await second.call('localbankcards/confirm', {
      amount: '1',
      invoice_no: 'INV-1',
      return_url: 'https://shop.example/',
    });
    expect(used.json.error.fields).toEqual({ invoice_no: ['has been used before'] });
    await startCheckout(second, 'cardgw', { invoice_no: 'INV-2' });
    const [newest] = (await second.control('transactions')).json.data;
    expect(newest).toMatchObject({ transaction_id: '100002', invoice_no: 'INV-2' });
  });

  it('never gives the id of an event twice, not even after a reset and a restart', async () => {
    const data = dataFile();
    const first = await freshSandbox({ data });
    await startCheckout(first, 'cardgw');
    await first.control('reset', {});
    const { id: reset } = (await first.control('events')).json.data[0];
    await first.stop();

    const second = await freshSandbox({ data });
    await startCheckout(second, 'cardgw');
    const { data: events } = (await second.control(`events?after=${reset}`)).json;
    expect(events).toMatchObject([{ id: String(Number(reset) + 1), type: 'transaction.started' }]);
  });
});
