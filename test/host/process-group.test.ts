import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { expect, it } from 'vitest';

const asFirstProcess = ['-Urpf', '--mount-proc'];
const isPossible = spawnSync('unshare', [...asFirstProcess, 'true']).status === 0;
const module = join(import.meta.dirname, '../../src/host/process-group.ts');

const script = `
  import { spawn } from 'node:child_process';
  import { endGroup, ownGroup } from ${JSON.stringify(module)};
  const child = spawn('sh', ['-c', 'sleep 60 & echo; sleep 60; true'], { stdio: ['ignore', 'pipe', 'ignore'], ...ownGroup });
  child.stdout.once('data', async () => {
    await endGroup(child);
    console.log('ended');
    process.exit();
  });`;

it.skipIf(!isPossible)('A group ends in time in a container whose first process collects no others', () => {
  const node = [execPath, '--input-type=module', '-e', script];
  // Less than the patience with an app that does not end.
  const options = { encoding: 'utf8', timeout: 4000 } as const;
  const { stdout, stderr } = spawnSync('unshare', [...asFirstProcess, ...node], options);
  expect([stdout, stderr]).toEqual(['ended\n', '']);
});
