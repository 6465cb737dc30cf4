import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { days, profiles } from '../../src/faults/weather.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

const verifyFields = rightFields['walletB/verify'];
const confirmFields = rightFields['cardgw/confirm'];

/** The faults of replayed calls. The weather affects them like other calls, but replays skip the delays. */
async function faultsOf(settings: object, count: number, path: 'verify' | 'confirm' = 'verify') {
  const sandbox = await freshSandbox();
  if (path === 'verify') await sandbox.call('walletB/verify', verifyFields);
  else await sandbox.call('cardgw/confirm', confirmFields);
  await sandbox.control('settings', settings, 'PATCH');
  const faults: (string | null)[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const body = path === 'confirm' ? { invoice_no: `W-${turn}` } : {};
    faults.push((await sandbox.control('requests/1/replay', body)).json.fault);
  }
  return { faults, sandbox };
}

const delaysOf = (faults: readonly (string | null)[]) =>
  faults
    .flatMap((fault) => /: (\d+) ms$/.exec(fault ?? '')?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

describe('The weather', () => {
  it('is calm by default: no call is marked, and no event is written', async () => {
    const { faults, sandbox } = await faultsOf({}, 5);
    expect(faults).toEqual([null, null, null, null, null]);
    expect((await sandbox.control('events?type=fault.fired&after=0')).json.data).toEqual([]);
  });

  it('is the same in every run with the same seed, and another with another', async () => {
    const [one, same, other] = await Promise.all(
      [7, 7, 8].map(async (weather_seed) => (await faultsOf({ weather: 'storm', weather_seed }, 40)).faults),
    );
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
  });

  it('storm: a quarter of the calls fails, each in its way, and the others are late', async () => {
    const { faults, sandbox } = await faultsOf({ weather: 'storm' }, 300);
    expect(faults).not.toContain(null);
    const share = (name: string) => faults.filter((fault) => fault === `weather storm: ${name}`).length / 300;
    expect(share('BACKEND_ERROR')).toBeCloseTo(0.08, 1);
    expect(share('503')).toBeCloseTo(0.08, 1);
    for (const name of ['BACKEND_ERROR', '503', 'reset', 'reset after the work'])
      expect(share(name), name).toBeGreaterThan(0);
    const delays = delaysOf(faults);
    expect(quantile(delays, 0.5)).toBeGreaterThan(900);
    expect(quantile(delays, 0.5)).toBeLessThan(1500);
    expect(delays.at(-1)).toBeLessThanOrEqual(10_000);
    expect((await sandbox.control('events?type=fault.fired&after=0')).json.data.length).toBeGreaterThan(0);
  });

  it('latency alone: a slow bank answers confirm slowly, and fails no call', async () => {
    const [verifies, confirms] = await Promise.all([
      faultsOf({ latency: 'slow-bank' }, 60),
      faultsOf({ latency: 'slow-bank' }, 60, 'confirm'),
    ]);
    const [quick, slow] = [delaysOf(verifies.faults), delaysOf(confirms.faults)];
    expect([quick.length, slow.length]).toEqual([60, 60]);
    expect(quantile(slow, 0.5)).toBeGreaterThan(5 * quantile(quick, 0.5));
    expect(verifies.faults[0]).toMatch(/^latency slow-bank: \d+ ms$/);
  });

  it('marks the answer, and an added fault fires instead', async () => {
    const sandbox = await freshSandbox({ settings: { weather: 'rainy' } });
    const late = await sandbox.call('walletB/verify', verifyFields);
    expect(late.headers.get('x-sandbox-fault')).toMatch(/^weather rainy: \d+ ms$/);
    await sandbox.control('faults', { effect: { code: 'MAINTENANCE_MODE' } });
    const refused = await sandbox.call('walletB/verify', verifyFields);
    expect(refused.headers.get('x-sandbox-fault')).toBe('fault 1');
  });

  it('is shown on every page', async () => {
    const sandbox = await freshSandbox({ settings: { weather: 'storm', latency: 'slow-bank' } });
    const html = await (await sandbox.app.request('/_sandbox/')).text();
    expect(html).toContain('There is a storm');
    expect(html).toContain('as slowly as a slow bank');
  });

  it('has the numbers that docs/guides/faults.md lists', () => {
    const page = readFileSync('docs/guides/faults.md', 'utf8');
    const rows = (pick: (day: (typeof days)['rainy']) => string) =>
      `${pick(days.rainy)} | ${pick(days.storm)} |`;
    for (const action of ['verify', 'confirm'] as const) {
      expect(page).toContain(
        `${action} take up to | no delay | ${rows((day) => `${day.latency[action].p50Ms} ms`)}`,
      );
      expect(page).toContain(
        `${action} take up to | no delay | ${rows((day) => `${day.latency[action].p95Ms} ms`)}`,
      );
    }
    for (const at of [0, 1, 2])
      expect(page).toContain(`never | ${rows((day) => `${(day.mishaps[at]?.[0] ?? 0) * 100} %`)}`);
    for (const { confirm } of Object.values(profiles)) {
      expect(page).toContain(`up to ${confirm.p50Ms} ms`);
      expect(page).toContain(`up to ${confirm.p95Ms} ms`);
    }
  });
});
