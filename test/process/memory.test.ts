import { expect, it } from 'vitest';
import { cliSandbox, signalled } from '../support/cli.ts';

it('V8 makes the young generation no larger than 16 MB while the sandbox runs, whatever it is asked for', async () => {
  const sandbox = await cliSandbox([], {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${survivors}` },
  });
  // Checked after every fourth commit.
  for (let commits = 0; commits < 200; commits += 1) await sandbox.control('clock/freeze', {});
  const { stderr } = await signalled(sandbox, 'SIGTERM');
  const [, megabytes] = /^young generation: (\d+) MB$/m.exec(stderr) ?? [];
  expect(Number(megabytes), stderr).toBeLessThanOrEqual(16);
});

/**
 * Keeps many objects alive for a while on each answer, which makes V8 enlarge the young generation. Prints
 * its final size.
 */
const survivors = encodeURIComponent(`
  import { subscribe } from 'node:diagnostics_channel';
  import { getHeapSpaceStatistics } from 'node:v8';
  const kept = new Array(20000);
  subscribe('http.server.response.finish', () => {
    for (let at = 0; at < 1e4; at += 1) kept[at % kept.length] = { at, text: 'x' + at };
  });
  process.on('exit', () => {
    const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    process.stderr.write('young generation: ' + Math.round(space_size / 2 ** 20) + ' MB\\n');
  });
`);
