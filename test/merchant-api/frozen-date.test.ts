import { expect, it, onTestFinished, vi } from 'vitest';
import { type Ids, randomIds } from '../../src/runtime/ids.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

it('verify answers when all process ids of an instant are used, as under the frozen Date of a test', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
  onTestFinished(() => void vi.useRealTimers());
  const sandbox = await freshSandbox({ ids: triedAtMost(200) });
  const verify = async (): Promise<string> =>
    String((await sandbox.call('walletB/verify', rightFields['walletB/verify'])).json.result.process_id);
  const first = await verify();
  const { verifications } = sandbox.runtime.store;
  const row = verifications.get(first);
  if (!row) throw new Error('verify stored nothing');
  for (let digits = 0; digits < 1000; digits += 1)
    verifications.insert({ ...row, processId: first.slice(0, -3) + String(digits).padStart(3, '0') });
  const later = [await verify(), await verify(), await verify()];
  expect(later).toEqual(later.map(() => expect.stringMatching(/^[1-9]\d{12}$/)));
  expect(new Set([first, ...later]).size).toBe(4);
});

/** Fails where a sandbox would otherwise try for good and block the test run. */
function triedAtMost(most: number): Ids {
  const ids = randomIds();
  let tried = 0;
  const processId = (retries?: number) => {
    tried += 1;
    if (tried > most) throw new Error(`more than ${most} process ids were tried`);
    return ids.processId(retries);
  };
  return { ...ids, processId };
}
