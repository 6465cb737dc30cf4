import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { memoryOf } from './proc.ts';

const root = join(import.meta.dirname, '..');

/** A server that is measured, in a process of its own. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to its first answered call, in milliseconds. */
  readonly startMs: number;
  /** Resident memory in MB, where /proc tells it. */
  readonly memoryMb: () => number | undefined;
  readonly stop: () => Promise<void>;
}

export type ServerName = 'node:http' | 'Hono' | 'Hono + INSERT' | 'sandbox' | 'sandbox --data';

/** Starts a baseline, or the built sandbox as its users do: not through npx. */
export async function start(name: ServerName): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-bench-'));
  const startedAt = performance.now();
  const child = spawn(execPath, argumentsOf(name, folder), {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readyUrl(child);
  const answer = await fetch(`${url}/api/v1/transaction/walletA/verify`, firstCall);
  await answer.text();
  const startMs = performance.now() - startedAt;
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`);
  return {
    url,
    pid: child.pid ?? 0,
    startMs,
    memoryMb: () => memoryOf(child.pid ?? 0),
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function argumentsOf(name: ServerName, folder: string): string[] {
  const baselines: Partial<Record<ServerName, string>> = {
    'node:http': 'bare.js',
    Hono: 'hello.js',
    'Hono + INSERT': 'hello-insert.js',
  };
  const baseline = baselines[name];
  if (baseline !== undefined) return [join(root, 'bench/baselines', baseline)];
  // The same code for everybody, so that a confirm needs no look at the inbox.
  const settings = { otp: { policy: 'fixed', codes: { '*': '123456' } } };
  writeFileSync(join(folder, 'gateway-sandbox.config.json'), JSON.stringify({ settings }));
  const data = name === 'sandbox --data' ? ['--data', join(folder, 'sandbox.db')] : [];
  return [join(root, 'bin/gateway-sandbox.js'), 'start', '--port', '0', '--json', ...data];
}

const firstCall: RequestInit = {
  method: 'POST',
  headers: { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' },
  body: new URLSearchParams({ mobile_number: '0912345678', birth_year: '1990', amount: '10.00' }),
};

async function readyUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output');
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('the server ended before it was ready');
    }),
  ]);
  return (JSON.parse(String(line)) as { url: string }).url;
}
