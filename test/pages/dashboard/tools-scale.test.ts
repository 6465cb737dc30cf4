import { describe, expect, test } from 'vitest';
import { countedRequests } from '../../../src/store/assumption-counts.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { logMany } from '../../support/long-log.ts';
import { settingIn } from '../../support/tool-page.ts';

const answersOf = (page: string, name: string) => /Responses (\d+)/.exec(settingIn(page, name))?.[1];

describe('The settings page over a long log', () => {
  test('counts the newest requests alone', async () => {
    const sandbox = await freshSandbox();
    await logMany(sandbox, 2000, '["otp.attempts"]');
    await logMany(sandbox, countedRequests - 1, '["otp.lifetime","codes"]');
    await logMany(sandbox, 0, '');
    const page = (await sandbox.fetch('/_sandbox/settings')).text;
    // The last real call relied on the lifetime too.
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
