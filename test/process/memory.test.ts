import { expect, it } from 'vitest';
import { cliSandbox, signalled } from '../support/cli.ts';

it('V8 makes the young generation no larger while the sandbox runs, whatever it is asked for', async () => {
  const sandbox = await cliSandbox([], {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${survivors}` },
  });
  await sandbox.control('reset', {});
  const { stderr } = await signalled(sandbox, 'SIGTERM');
  const [, before, after] = /^young generation: (\d+) MB, then (\d+) MB$/m.exec(stderr) ?? [];
  expect({ stderr, after }).toEqual({ stderr, after: before });
});

/** Makes many objects live on for a while when the sandbox answers the first time, which is what V8 enlarges it for. */
const survivors = encodeURIComponent(`
  import { subscribe } from 'node:diagnostics_channel';
  import { getHeapSpaceStatistics } from 'node:v8';
  const megabytes = () =>
    Math.round(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20);
  let isDone = false;
  subscribe('http.server.response.finish', () => {
    if (isDone) return;
    isDone = true;
    const before = megabytes();
    const kept = new Array(20000);
    for (let at = 0; at < 4e6; at += 1) kept[at % kept.length] = { at, text: 'x' + at };
    process.stderr.write('young generation: ' + before + ' MB, then ' + megabytes() + ' MB\\n');
  });
`);
