import { type ServerName, start } from './servers.ts';
import { type Spread, spreadOf } from './statistics.ts';

export interface StartTime {
  readonly name: ServerName;
  /** From the start of the process to the first answered call. */
  readonly ms: Spread;
  /** Of bare node:http in the same round. */
  readonly ratio: Spread;
  readonly memoryMb: number | undefined;
}

const names: readonly ServerName[] = ['node:http', 'Hono', 'sandbox', 'sandbox --data'];

/** Starts each server in turn, so many rounds. */
export async function startTimes(rounds: number): Promise<StartTime[]> {
  console.error(`start times, ${rounds} rounds`);
  const runs = new Map(names.map((name) => [name, { ms: [] as number[], ratio: [] as number[], memory: 0 }]));
  for (let round = 0; round < rounds; round += 1) {
    let bare = Number.NaN;
    for (const name of names) {
      const server = await start(name);
      if (name === 'node:http') bare = server.startMs;
      const run = runs.get(name);
      run?.ms.push(server.startMs);
      run?.ratio.push(server.startMs / bare);
      if (run) run.memory = server.memoryMb() ?? 0;
      await server.stop();
    }
  }
  return [...runs].map(([name, { ms, ratio, memory }]) => ({
    name,
    ms: spreadOf(ms),
    ratio: spreadOf(ratio),
    memoryMb: memory || undefined,
  }));
}
