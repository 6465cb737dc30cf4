import { expect, it } from 'vitest';
import { type Kind, type Stop, stopRun } from '../stress/stops/stop-run.ts';

const clean = { code: 0, wrong: [] };

/** Real time, at most: a stop is prompt, and gives uploads a second. */
const stops: readonly [kind: Kind, signal: Stop['signal'], mostMs: number][] = [
  ['paying', 'SIGTERM', 3000],
  ['paying', 'SIGINT', 3000],
  ['slow uploads', 'SIGINT', 4000],
];

it.concurrent.each(stops)(
  'P9: clean stop while customers pay, with streams and waits open (%s, %s): nothing that was answered is lost, nobody is cut off',
  async (kind, signal, mostMs) => {
    const { code, wrong, tookMs, ended } = await stopRun(kind, signal);
    console.log(`${kind}, ${signal}: stopped in ${Math.round(tookMs)} ms after ${ended} payments`);
    expect({ code, wrong }).toEqual(clean);
    expect(tookMs).toBeLessThan(mostMs);
    expect(ended).toBeGreaterThanOrEqual(50);
  },
  60_000,
);
