/**
 * Sends a gigabyte of requests without keys to the built server, as a web page and as a program, and checks
 * its memory and its log, which must still contain the developer's own calls.
 *
 *     node test/stress/strangers.ts [--megabytes 1024]
 *
 * Linux only. Needs `dist/`: run `node scripts/build.ts` first. Exits with code 1 if memory grew by more than
 * 150 MB, or a call is missing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { execPath, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { memoryOf } from '../../bench/proc.ts';
import { projectRoot } from '../../scripts/bundle.ts';
import { flood } from './strangers/flood.ts';

const { values } = parseArgs({ options: { megabytes: { type: 'string' } } });
const megabytes = Number(values.megabytes ?? '1024');
const mostGrowthMb = 150;

const program = join(projectRoot, 'bin/gateway-sandbox.js');
const server = spawn(execPath, [program, 'start', '--port', '0', '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [ready] = await once(server.stdout, 'data');
const { url, control_url: control } = JSON.parse(String(ready));
const pid = server.pid ?? 0;

for (let call = 0; call < 10; call += 1)
  await fetch(`${url}/api/v1/transaction/walletA/verify`, {
    method: 'POST',
    headers: { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' },
  });
const before = memoryOf(pid) ?? 0;
const startedAt = performance.now();
const sent = await flood(url, megabytes * 1024 * 1024);
const seconds = (performance.now() - startedAt) / 1000;
const after = memoryOf(pid) ?? 0;
const log = (await (await fetch(`${control}/requests?account=demo`)).json()) as { data: unknown[] };
const own = log.data.length;
console.log(
  `${sent} requests, ${megabytes} MB in ${seconds.toFixed(1)} s: memory ${before.toFixed(0)} → ${after.toFixed(0)} MB, own calls kept ${own} of 10`,
);
server.kill();
exit(own === 10 && after - before < mostGrowthMb ? 0 : 1);
