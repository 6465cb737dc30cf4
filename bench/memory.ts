import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from 'node:process';
import { setTimeout as later } from 'node:timers/promises';
import type { Program } from './programs.ts';
import { type Server, start } from './servers.ts';
import { measured } from './throughput.ts';

export interface Memory {
  readonly name: string;
  /** Resident memory in MB after the first answered call, and after the given number of verifies. */
  readonly idleMb: number | undefined;
  readonly requests: number;
  readonly afterMb: number | undefined;
  /** Live JavaScript objects in MB, by a heap snapshot, at the same moments. The rest is SQLite, code, and Node. */
  readonly idleObjectsMb: number;
  readonly afterObjectsMb: number;
}

/** Memory of each program before and after a number of requests. A heap snapshot is the end of a process. */
export async function memory(programs: readonly Program[], requests: number): Promise<Memory[]> {
  const figures: Memory[] = [];
  for (const program of programs.map(withSnapshots)) {
    console.error(`memory, ${program.name}`);
    const idle = await start(program);
    const idleMb = idle.memoryMb();
    const idleObjectsMb = await lastObjectsMb(idle);
    const server = await start(program);
    const { url, pid } = server;
    await measured({ url, pid, call: 'verify', connections: 16, seconds: 3600, requests });
    const afterMb = server.memoryMb();
    const afterObjectsMb = await lastObjectsMb(server);
    figures.push({ name: program.name, idleMb, requests, afterMb, idleObjectsMb, afterObjectsMb });
  }
  return figures;
}

const signal = 'SIGUSR2';

function withSnapshots(program: Program): Program {
  return {
    ...program,
    arguments: (folder, port) => [`--heapsnapshot-signal=${signal}`, ...program.arguments(folder, port)],
  };
}

/** Stops the server. */
async function lastObjectsMb({ pid, folder, stop }: Server): Promise<number> {
  kill(pid, signal);
  let text = '';
  // V8 ends the file with the closing brace.
  while (!text.endsWith('}')) {
    await later(200);
    const name = readdirSync(folder).find((each) => each.endsWith('.heapsnapshot'));
    text = name === undefined ? '' : readFileSync(join(folder, name), 'utf8').trimEnd();
  }
  await stop();
  return objectsMb(text);
}

/** What V8 writes: `node_fields` names the numbers of each node, and `nodes` holds them all in one list. */
interface HeapSnapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[] } };
  readonly nodes: readonly number[];
}

function objectsMb(text: string): number {
  const { snapshot, nodes } = JSON.parse(text) as HeapSnapshot;
  const fields = snapshot.meta.node_fields;
  const at = fields.indexOf('self_size');
  const bytes = nodes.reduce((sum, value, index) => (index % fields.length === at ? sum + value : sum), 0);
  return bytes / 2 ** 20;
}
