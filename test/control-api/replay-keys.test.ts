import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

it('A replay of a request that was refused before the check of its keys has them, with a scheme in lower case too', async () => {
  const sandbox = await freshSandbox({ settings: { strict: true } });
  const headers = { Authorization: 'bearer demo_test_token' };
  const refused = await sandbox.call('walletB/verify', rightFields['walletB/verify'], { headers });
  expect(refused.status).toBe(403);
  await sandbox.control('settings', { strict: false }, 'PATCH');
  expect((await sandbox.control('requests/1/replay', {})).json.status).toBe(200);
});
