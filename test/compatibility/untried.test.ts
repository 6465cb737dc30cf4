import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';

it('A check that has too many kinds of refused requests tries the newest, and says so', async () => {
  const sandbox = await freshSandbox();
  for (let kind = 0; kind < 40; kind += 1) await sandbox.call(`gateway${kind}/verify`, { amount: '1.00' });
  const { json } = await sandbox.control('client/check', {});
  expect(json.failures.at(-1).what).toBe('POST /api/v1/transaction/gateway39/verify');
  expect(json.questions.at(-1)).toMatch(
    /^\d+ older kinds of refused requests were not tried\. Fix what is above, let your client call again, and check again\.$/,
  );
});
