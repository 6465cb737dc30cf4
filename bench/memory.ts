import type { Program } from './programs.ts';
import { start } from './servers.ts';
import { measured } from './throughput.ts';

export interface Memory {
  readonly name: string;
  /** Resident memory in MB after the first answered call, and after the given number of verifies. */
  readonly idleMb: number | undefined;
  readonly requests: number;
  readonly afterMb: number | undefined;
}

/** Memory of each program before and after a number of requests, each in a new process. */
export async function memory(programs: readonly Program[], requests: number): Promise<Memory[]> {
  const figures: Memory[] = [];
  for (const program of programs) {
    console.error(`memory, ${program.name}`);
    const server = await start(program);
    const idleMb = server.memoryMb();
    const { url, pid } = server;
    await measured({ url, pid, call: 'verify', connections: 16, seconds: 3600, requests });
    figures.push({ name: program.name, idleMb, requests, afterMb: server.memoryMb() });
    await server.stop();
  }
  return figures;
}
