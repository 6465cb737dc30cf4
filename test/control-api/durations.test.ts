import { describe, expect, it } from 'vitest';
import { advance, attempted } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { longestSettings } from '../support/longest-settings.ts';
import { rightFields, type TestSandbox, testSandbox } from '../support/sandbox.ts';
import { settingChange } from '../support/setting-change.ts';

describe('A duration in the settings has a limit, and a longer one is refused with it', () => {
  it.each([...longestSettings])('%s: %s', async (path, atMost) => {
    const sandbox = await freshSandbox();
    expect((await sandbox.control('settings', settingChange(path, atMost), 'PATCH')).status).toBe(200);
    for (const longer of [`${Number.parseInt(atMost, 10) + 1}${atMost.at(-1)}`, '40000d', 1e300]) {
      const { status, json } = await sandbox.control('settings', settingChange(path, longer), 'PATCH');
      expect([status, json.error.message]).toEqual([400, `${path}: must be at most ${atMost}.`]);
    }
  });
});

describe('What an earlier version stored and this one refuses', () => {
  it('is lowered to the limit: the sandbox starts, and the pending callback goes out', async () => {
    const data = dataFile();
    const merchant = await freshMerchant();
    const first = await testSandbox({ data });
    await first.call('localbankcards/confirm', {
      ...rightFields['localbankcards/confirm'],
      return_url: `${merchant.url}/return`,
    });
    await first.control('checkouts/token-1/approve', {});
    await store(first, { callback: { timeout: '50d', delay: 3e9, copies: 1 }, rate_limit: tooMuch });
    await first.stop();

    const second = await freshSandbox({ data, runningClock: true });
    await advance(second, '1m');
    await attempted(second, 1);
    expect((await second.control('callbacks/1')).json.status).toBe('delivered');
    const { json } = await second.control('settings', { strict: false }, 'PATCH');
    expect(json).toMatchObject({
      callback: { timeout: '10m', delay: '24h', copies: 1 },
      rate_limit: { requests: 1_000_000, period: '366d' },
    });
  });

  it('is lowered when a snapshot brings it back', async () => {
    const sandbox = await freshSandbox();
    await store(sandbox, { callback: { timeout: '50d' } });
    await sandbox.control('snapshots', { name: 'old' });
    await sandbox.control('reset', {});
    expect((await sandbox.control('snapshots/old/restore', {})).status).toBe(200);
    expect((await sandbox.control('settings')).json.callback.timeout).toBe('10m');
  });

  it('is a clock outside 1970 to the year 9000: it stands at the nearer end', async () => {
    const data = dataFile();
    const first = await testSandbox({ data });
    await first.runtime.store.commit(() => {
      first.runtime.store.facts.put('clock', { offsetMs: 1e300, frozenAt: 9e15 });
    });
    await first.stop();
    const second = await freshSandbox({ data, runningClock: true });
    expect((await second.control('clock')).json.now).toBe('9000-01-01T00:00:00.000Z');
  });

  const tooMuch = { requests: 9e15, period: '36525d' };

  function store({ runtime }: TestSandbox, settings: object): Promise<void> {
    return runtime.store.commit(() => runtime.store.facts.put('settings', settings));
  }
});

describe('A checkout can be extended until it would last a century', () => {
  it('then the request is refused with the limit, however often it is sent', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    const path = 'checkouts/token-1/extend';
    expect((await sandbox.control(path, { by: '36524d' })).status).toBe(200);
    for (const by of ['36525d', '1d', '36525d']) {
      const { status, json } = await sandbox.control(path, { by });
      const message = 'A checkout can stay open for at most 36525d from now.';
      expect([status, json.error]).toEqual([400, { code: 'INVALID_REQUEST', message }]);
    }
    expect((await sandbox.control(path, { by: '1m' })).status).toBe(200);
  });
});
