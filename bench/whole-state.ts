import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';

/** What others wait for while everything that is stored is saved, restored, reset or downloaded. */
export interface WholeState {
  readonly transactions: number;
  readonly steps: readonly WholeStep[];
}

export interface WholeStep {
  readonly where: string;
  readonly step: string;
  readonly took: string;
  /** The most processor time in one turn of the event loop. */
  readonly longestMs: number;
}

const stress = join(import.meta.dirname, '../test/stress/whole-state.ts');

/** Runs the stress test of a whole state, which takes half an hour with a million transactions. */
export async function wholeState(transactions: number): Promise<WholeState> {
  console.error(`whole state, ${transactions.toLocaleString('en')} transactions`);
  const child = spawn(execPath, [stress, '--transactions', String(transactions)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  for await (const text of child.stdout) told += text;
  return { transactions, steps: told.split('\n').flatMap(stepIn) };
}

/** Such as `in memory | reset | 0.0 s | 20 ms | health 22 | 400 MB`. */
function stepIn(line: string): WholeStep[] {
  const [where = '', step = '', took = '', longest = ''] = line.split(' | ');
  const longestMs = Number(/^(\d+) ms$/.exec(longest)?.[1] ?? Number.NaN);
  return Number.isNaN(longestMs) ? [] : [{ where, step, took, longestMs }];
}
