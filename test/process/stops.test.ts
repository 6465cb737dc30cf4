import { expect, it } from 'vitest';
import { type Kind, type Stop, stopRun } from '../stress/stops/stop-run.ts';

const clean = { code: 0, wrong: [] };

const stops: readonly [kind: Kind, signal: Stop['signal']][] = [
  ['paying', 'SIGTERM'],
  ['paying', 'SIGINT'],
  ['slow uploads', 'SIGINT'],
];

it.concurrent.each(stops)(
  'P9: clean stop while customers pay, with streams and waits open (%s, %s): nothing that was answered is lost, nobody is cut off',
  async (kind, signal) => {
    const { code, wrong, ended } = await stopRun(kind, signal);
    expect({ code, wrong }).toEqual(clean);
    expect(ended).toBeGreaterThanOrEqual(50);
  },
  180_000,
);
