import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { docBlocks } from '../support/doc-blocks.ts';
import { freshSandbox } from '../support/fresh.ts';

test('docs/faults.md: its commands, pasted one after the other into a shell', async () => {
  const sandbox = await freshSandbox({ runningClock: true });
  const script = docBlocks('faults.md', 'sh').map(({ code }) => code);
  const env = { ...process.env, SANDBOX: await sandbox.listen() };
  const { stdout } = await promisify(execFile)('bash', ['-euc', script.join('\n')], { env });
  const told = stdout.matchAll(/HTTP\/1\.1 (\d+)|x-sandbox-fault: (.+?)\r|"code":"([A-Z_]+)"/gi);
  expect([...told].map(([, status, fault, code]) => status ?? fault ?? code)).toEqual([
    'MAINTENANCE_MODE',
    ...['400', 'fault 1', 'MAINTENANCE_MODE'],
    ...['400', 'header BACKEND_ERROR', 'BACKEND_ERROR'],
    ...['200', 'header 200ms'],
    ...['400', 'magic 0949999901', 'NOT_SUBSCRIBED'],
    ...['403', 'DENIED_ACCESS_GATEWAY'],
  ]);
});
