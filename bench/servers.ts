import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { setTimeout as later } from 'node:timers/promises';
import { cpuSecondsOf, memoryOf } from './proc.ts';
import type { Program } from './programs.ts';

const patienceMs = 60_000;

/** A running server under test, in its own process. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Its working folder, deleted when it stops. */
  readonly folder: string;
  /** From process start to the first answered call: elapsed milliseconds, and processor time in seconds. */
  readonly startMs: number;
  readonly startCpuSeconds: number;
  /** Resident memory in MB. Undefined without /proc. */
  readonly memoryMb: () => number | undefined;
  /** Stops it like a user would. Returns the result of `look`, which sees the folder before it is deleted. */
  readonly stop: <T>(look?: (folder: string) => T) => Promise<T | undefined>;
}

const running = new Set<ChildProcess>();
// A failing bench must not leave processes behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program and waits until it has answered a verify. */
export async function start(program: Program): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-bench-'));
  const port = await freePort();
  const commandLine = [...program.arguments(folder, port)];
  const startedAt = performance.now();
  const stdout = program.saysUrl ? 'pipe' : 'ignore';
  const child = spawn(execPath, commandLine, {
    cwd: folder,
    env: { ...env, ...program.environment?.(folder) },
    stdio: ['ignore', stdout, 'inherit'],
  });
  running.add(child);
  const pid = child.pid ?? 0;
  const url = program.saysUrl ? await saidUrl(child) : `http://127.0.0.1:${port}`;
  await firstAnswer(program.name, url, startedAt + patienceMs);
  return {
    url,
    pid,
    folder,
    startMs: performance.now() - startedAt,
    startCpuSeconds: cpuSecondsOf(pid),
    memoryMb: () => memoryOf(pid),
    stop: async (look) => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      running.delete(child);
      const seen = look?.(folder);
      rmSync(folder, { recursive: true, force: true });
      return seen;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  // A listening TCP server has an address with a port.
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

async function saidUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output');
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('the server ended before it was ready');
    }),
  ]);
  return (JSON.parse(String(line)) as { url: string }).url;
}

const firstCall: RequestInit = {
  method: 'POST',
  headers: { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' },
  body: new URLSearchParams({ mobile_number: '0912345678', birth_year: '1990', amount: '10.00' }),
};

/** Polls until the server answers, for programs that do not announce when they listen. */
async function firstAnswer(name: string, url: string, giveUpAt: number): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(`${url}/api/v1/transaction/walletA/verify`, firstCall);
      await answer.text();
      if (answer.status === 200) return;
      throw new Error(`${name} answered ${answer.status}`);
    } catch (error) {
      // `fetch` rejects with a TypeError while nothing listens.
      if (!(error instanceof TypeError) || performance.now() > giveUpAt) throw error;
      await later(5);
    }
  }
}
