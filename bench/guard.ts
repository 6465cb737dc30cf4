import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartTime } from './start-times.ts';
import type { Throughput } from './throughput.ts';

/**
 * Processor time, as a multiple of a baseline: bare node:http for a start, Hono's JSON hello for a call.
 * Varies much less than seconds when the machine is busy.
 */
export type Costs = Readonly<Record<string, number>>;

const file = join(import.meta.dirname, 'guard.json');

/** Costs may rise by half, which means that the speed falls by a third. */
const mostRise = 1.5;

export function costsOf(starts: readonly StartTime[], calls: readonly Throughput[]): Costs {
  return Object.fromEntries([
    ...starts.map(({ name, cpuRatio }) => [`start of ${name}`, cpuRatio]),
    ...calls.map(({ name, cpuRatio }) => [name, cpuRatio]),
  ]);
}

export function acceptedCosts(): Costs {
  return JSON.parse(readFileSync(file, 'utf8')) as Costs;
}

/** Accepts the measured costs as the new reference. */
export function accept(measured: Costs): void {
  const guarded = Object.keys(acceptedCosts()).map((name) => [name, round(measured[name])]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(guarded), null, 2)}\n`);
}

/** What has become slower by a third or more, or was not measured, in words. */
export function fallen(accepted: Costs, measured: Costs): string[] {
  return Object.entries(accepted).flatMap(([name, cost]) => {
    const now = measured[name];
    if (now === undefined || Number.isNaN(now)) return [`${name} was not measured`];
    return now < cost * mostRise
      ? []
      : [`${name} costs ${round(now)} times its baseline, accepted are ${cost}`];
  });
}

function round(cost = Number.NaN): number {
  return Number(cost.toFixed(2));
}
