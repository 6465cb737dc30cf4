import { rightFields, type TestSandbox } from './sandbox.ts';

/** Repeats the log entry of a real call this many times, the newest ones with these assumptions. */
export async function logMany(sandbox: TestSandbox, count: number, assumptions: string): Promise<void> {
  const { store } = sandbox.runtime;
  await sandbox.call('walletA/verify', rightFields['walletA/verify']);
  const [logged] = store.requests.list({}, { before: Number.MAX_SAFE_INTEGER, limit: 1 });
  if (!logged) throw new Error('Nothing was logged.');
  const { id: _id, ...row } = logged;
  await store.commit(() => {
    for (let made = 0; made < count; made++) store.requests.insert({ ...row, assumptions });
  });
}
