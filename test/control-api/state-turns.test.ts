import { describe, expect, it } from 'vitest';
import { dataFile } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';

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

function isStrict(stored: unknown): boolean {
  return typeof stored === 'object' && stored !== null && 'strict' in stored && stored.strict === true;
}
