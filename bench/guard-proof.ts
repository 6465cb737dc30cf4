import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { rounded } from './goals.ts';
import { acceptedCosts, type Costs, fallen } from './guard.ts';
import { guardedCosts } from './guarded-costs.ts';
import { type Program, sandbox } from './programs.ts';
import { markdown } from './tables.ts';

/** What the guard reports next to busy programs, and for a slowed-down sandbox. */
export interface GuardProof {
  readonly table: string;
  /** Whether it ignores the noise and reports every slowdown. */
  readonly holds: boolean;
}

const slowing = join(import.meta.dirname, 'baselines/slowed.js');
const slowed: Program = {
  ...sandbox,
  name: 'slowed sandbox',
  arguments: (folder, port) => ['--import', slowing, ...sandbox.arguments(folder, port)],
};

/**
 * Measures the sandbox as it is, next to noise, and slowed down. The first run sets the accepted costs for
 * the others.
 */
export async function guardProof(): Promise<GuardProof> {
  const plain = guarded(await guardedCosts(sandbox));
  const noisy = await besideNoise(() => guardedCosts(sandbox));
  const slower = await guardedCosts(slowed);
  const names = Object.keys(plain);
  const rows = names.map((name) => ({
    'CPU, of the baseline': name,
    plain: rounded(plain[name] ?? Number.NaN),
    'beside noise': times(noisy, plain, name),
    'slowed down': times(slower, plain, name),
  }));
  const holds = fallen(plain, noisy).length === 0 && fallen(plain, slower).length === names.length;
  return { table: markdown(rows), holds };
}

/** Without the baseline's own start, which nothing slows down. */
function guarded(costs: Costs): Costs {
  return Object.fromEntries(Object.keys(acceptedCosts()).map((name) => [name, costs[name] ?? Number.NaN]));
}

function times(measured: Costs, plain: Costs, name: string): string {
  return `× ${rounded((measured[name] ?? Number.NaN) / (plain[name] ?? Number.NaN))}`;
}

/** Measures next to two programs that keep the processor busy. */
async function besideNoise<T>(measure: () => Promise<T>): Promise<T> {
  const busy = [1, 2].map(() => spawn(execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    return await measure();
  } finally {
    for (const program of busy) program.kill('SIGKILL');
  }
}
