import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Spread, spreadOf } from './statistics.ts';

/** Runs that a test suite waits for, in milliseconds. */
export interface ShortRuns {
  /** `exec -- true`, from the start of the process to its end. */
  readonly exec: Spread;
  /** The import of the package and its first `startSandbox()`, in a new process. */
  readonly firstStart: Spread;
  /** Each `startSandbox()` after the first one. */
  readonly laterStart: Spread;
}

interface Started {
  readonly firstMs: number;
  readonly laterMs: readonly number[];
}

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

export async function shortRuns(rounds: number): Promise<ShortRuns> {
  const exec: number[] = [];
  const starts: Started[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    console.error(`exec and startSandbox(), round ${round} of ${rounds}`);
    const startedAt = performance.now();
    await run(execPath, [join(root, 'bin/gateway-sandbox.js'), 'exec', '--', 'true']);
    exec.push(performance.now() - startedAt);
    starts.push(await inProcess());
  }
  return {
    exec: spreadOf(exec),
    firstStart: spreadOf(starts.map(({ firstMs }) => firstMs)),
    laterStart: spreadOf(starts.flatMap(({ laterMs }) => laterMs)),
  };
}

async function inProcess(): Promise<Started> {
  const entry = pathToFileURL(join(root, 'dist/index.js')).href;
  const { stdout } = await run(execPath, [join(root, 'bench/baselines/in-process.js'), entry]);
  return JSON.parse(stdout) as Started;
}
