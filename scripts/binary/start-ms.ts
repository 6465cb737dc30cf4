import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Milliseconds until a program's sandbox answers requests. Ends the program afterwards. */
export async function startMs(program: string, args: readonly string[] = []): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(program, [...args, 'start', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const tookMs = Math.round(performance.now() - startedAt);
  child.kill();
  await once(child, 'close');
  return tookMs;
}
