import { describe, expect, it } from 'vitest';
import { nextTurn } from '../../src/host/timers.ts';
import { startCheckout } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const calls = {
  reset: ['reset', {}, 'POST'],
  advance: ['clock/advance', { by: '1h' }, 'POST'],
  freeze: ['clock/freeze', { at: '2030-01-01T00:00:00Z' }, 'POST'],
  resume: ['clock/resume', {}, 'POST'],
  settings: ['settings', { strict: true }, 'PATCH'],
  restore: ['snapshots/before/restore', {}, 'POST'],
} as const;

const names = Object.keys(calls) as (keyof typeof calls)[];
const pairs = names.flatMap((one) => names.map((other) => [one, other] as const));

describe('Two changes of the whole state in one turn: what is in memory is what is stored', () => {
  it.each(pairs)('%s and %s', async (...pair) => {
    const sandbox = await freshSandbox();
    const { clock, settings, store } = sandbox.runtime;
    await sandbox.control('clock/resume', {});
    await sandbox.control('snapshots', { name: 'before' });
    await sandbox.control('clock/advance', { by: '1d' });
    const sent = pair.map((name) => {
      const [path, body, method] = calls[name];
      return sandbox.control(path, body, method);
    });
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
    expect(clock.state).toEqual(store.facts.get('clock') ?? { offsetMs: 0, frozenAt: null });
    expect(settings.current.strict).toBe(isStrict(store.facts.get('settings')));
  });
});

it('Two moves of the clock in one turn count both, and are limited together', async () => {
  const data = dataFile();
  const sandbox = await freshSandbox({ data });
  await sandbox.control('clock/freeze', { at: '8999-12-31T22:30:00Z' });
  const moves = await Promise.all([1, 2].map(() => sandbox.control('clock/advance', { by: '1h' })));
  expect(moves.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await sandbox.control('clock')).json.now).toBe('8999-12-31T23:30:00.000Z');
});

describe('Calls in the turn of a change of the whole state find the old state or the new one', () => {
  /** Sends merchant calls until the change is done, so that one of them shares its turn. */
  async function during(sandbox: TestSandbox, path: string): Promise<void> {
    let isDone = false;
    const changed = sandbox.control(path, {}).then(() => {
      isDone = true;
    });
    const calls: Promise<unknown>[] = [];
    while (!isDone) {
      calls.push(sandbox.call('walletB/verify', rightFields['walletB/verify']));
      await nextTurn();
    }
    await Promise.all([changed, ...calls]);
  }

  it('A restored checkout has the time left that it had', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    const token = await startCheckout(sandbox, 'aggregator');
    await sandbox.control('snapshots', { name: 'open' });
    await sandbox.control('clock/advance', { by: '2d' });
    await during(sandbox, 'snapshots/open/restore');
    await sandbox.runtime.alarms.idle();
    expect((await sandbox.control(`checkouts/${token}`)).json.status).toBe('started');
    const [restored] = (await sandbox.control('events?type=snapshot.restored')).json.data;
    expect(Math.abs(Date.parse(restored.at) - sandbox.runtime.clock.now())).toBeLessThan(3_600_000);
  });

  it('After a reset nothing has a time or a setting from before it', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    await sandbox.control('clock/freeze', { at: '2070-01-01T00:00:00Z' });
    await sandbox.control('settings', { otp: { lifetime: '9d' } }, 'PATCH');
    await during(sandbox, 'reset');
    const { data } = (await sandbox.control('otps?limit=200')).json;
    const times = data.map((otp: { created_at: string; expires_at: string }) => {
      const lifetimeMs = Date.parse(otp.expires_at) - Date.parse(otp.created_at);
      return [otp.created_at < '2070', lifetimeMs];
    });
    expect(times).toEqual(data.map(() => [true, 300_000]));
    const [account] = sandbox.runtime.store.accounts.all();
    const [reset] = (await sandbox.control('events?type=reset')).json.data;
    expect(reset.at < '2070').toBe(true);
    expect(account?.createdAt).toBeLessThan(Date.UTC(2070));
  });
});

function isStrict(stored: unknown): boolean {
  return typeof stored === 'object' && stored !== null && 'strict' in stored && stored.strict === true;
}
