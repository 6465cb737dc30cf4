import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { countedRequests } from '../../../src/store/assumption-counts.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';
import { settingIn } from '../../support/tool-page.ts';

/** Logs a request of a real call so often again, the newest ones with these assumptions. */
async function logMany(sandbox: TestSandbox, count: number, assumptions: string): Promise<void> {
  const { store } = sandbox.runtime;
  await sandbox.call('walletA/verify', rightFields['walletA/verify']);
  const [logged] = store.requests.list({}, { before: Number.MAX_SAFE_INTEGER, limit: 1 });
  if (!logged) throw new Error('Nothing was logged.');
  const { id: _id, ...row } = logged;
  await store.commit(() => {
    for (let made = 0; made < count; made++) store.requests.insert({ ...row, assumptions });
  });
}

const answersOf = (page: string, name: string) => /Answers (\d+)/.exec(settingIn(page, name))?.[1];

describe('The gap ledger over a long log', () => {
  test('counts the newest requests alone, and opens in less than 100 ms', async () => {
    const sandbox = await freshSandbox();
    await logMany(sandbox, 2000, '["otp.attempts"]');
    await logMany(sandbox, countedRequests - 1, '["otp.lifetime","codes"]');
    await logMany(sandbox, 0, '');
    const times: number[] = [];
    let page = '';
    for (let visit = 0; visit < 5; visit++) {
      const begun = performance.now();
      page = (await sandbox.fetch('/_sandbox/settings')).text;
      times.push(performance.now() - begun);
    }
    console.log(`settings: ${Math.min(...times).toFixed(1)} ms over ${countedRequests} requests`);
    expect(Math.min(...times)).toBeLessThan(100);
    // The last real call rested on the lifetime too.
    expect(answersOf(page, 'otp.lifetime')).toBe(String(countedRequests));
    expect(answersOf(page, 'codes')).toBe(String(countedRequests - 1));
    expect(answersOf(page, 'otp.attempts')).toBe('0');
  });

  test('leaves out what a damaged row says', async () => {
    const sandbox = await freshSandbox();
    await logMany(sandbox, 3, '["otp.lifetime"');
    expect(answersOf((await sandbox.fetch('/_sandbox/settings')).text, 'otp.lifetime')).toBe('1');
  });
});
