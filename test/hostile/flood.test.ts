import { expect, it } from 'vitest';
import { memoryOf } from '../../bench/proc.ts';
import { flood } from '../stress/strangers/flood.ts';
import { cliSandbox } from '../support/cli.ts';
import { rightFields } from '../support/sandbox.ts';

const megabyte = 1024 * 1024;

// Longer run: `node test/stress/strangers.ts` sends a gigabyte.
it('Large requests without keys fill neither the memory nor the log', async () => {
  const sandbox = await cliSandbox();
  await sandbox.call('walletA/verify', rightFields['walletA/verify']);
  await flood(sandbox.url, 16 * megabyte);
  const before = memoryOf(sandbox.pid) ?? 0;
  await flood(sandbox.url, 128 * megabyte);
  const after = memoryOf(sandbox.pid) ?? 0;
  console.log(`memory ${before.toFixed(0)} → ${after.toFixed(0)} MB`);
  // Stored in full, they would take more than was sent.
  expect(after - before).toBeLessThan(100);
  expect((await sandbox.control('requests?account=demo')).data).toHaveLength(1);
  const health = await fetch(`${sandbox.url}/_sandbox/health`);
  expect(health.status).toBe(200);
});
