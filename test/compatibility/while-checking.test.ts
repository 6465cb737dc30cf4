import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

it('While the client is checked, other requests are served between parts of the log', async () => {
  const sandbox = await freshSandbox();
  const checked = () => sandbox.control('client/check', {});
  // The first answer of its kind takes longer to compare with the API's description.
  await checked();
  for (let call = 0; call < 400; call += 1)
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
  let isOver = false;
  const asked = checked().finally(() => {
    isOver = true;
  });
  let turns = 0;
  for (; !isOver; turns += 1) await nextTurn();
  expect((await asked).json).toMatchObject({ requests: 400, failures: [] });
  expect(turns).toBeGreaterThanOrEqual(10);
});
