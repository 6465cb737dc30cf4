import { expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { commandsOf } from '../support/commands.ts';
import { rightFields } from '../support/sandbox.ts';

const verify = rightFields['walletA/verify'];

it('requests --follow prints each once, whatever is reset or restored in between', async () => {
  const { sandbox } = await commandsOf();
  const follower = runCli(['requests', '--follow', '--json', '--url', sandbox.url]);
  let count = 0;
  const called = async (calls: number) => {
    for (let each = 0; each < calls; each += 1) {
      count += 1;
      await sandbox.call('walletA/verify', { ...verify, mobile_number: `09100000${count + 10}` });
    }
    await follower.printed(new RegExp(`09100000${count + 10}`));
  };
  await called(1);
  await sandbox.control('snapshots', { name: 'one' });
  for (const calls of [3, 1, 4]) {
    await sandbox.control('reset', {});
    await called(calls);
    await sandbox.control('snapshots/one/restore', {});
    await called(2);
  }
  const lines = (await follower.printed(/\n$/)).trimEnd().split('\n');
  expect(lines.map((line) => /09100000(\d+)/.exec(line)?.[1])).toEqual(
    Array.from({ length: count }, (_, at) => String(at + 11)),
  );
});
