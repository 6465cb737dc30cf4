import { expect, it } from 'vitest';
import { commandsOf } from '../support/commands.ts';

it('A callback that the app refuses is named, although only pay has called the API', async () => {
  const { run } = await commandsOf();
  const app = 'http://127.0.0.1:9';
  await run('pay', 'aggregator', '--callback-url', `${app}/callback`, '--return-url', `${app}/return`);
  const { code, stdout } = await run('doctor', '--client');
  expect([code, stdout]).toEqual([1, expect.stringContaining('this client fails:')]);
  expect(stdout).toContain('aggregator callback POST http://127.0.0.1:9/callback');
});
