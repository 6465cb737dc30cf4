import { describe, expect, test } from 'vitest';
import { profiles } from '../../../src/settings/call-settings.ts';
import { fixedAssumptions } from '../../../src/settings/fixed-assumptions.ts';
import {
  defaultOf,
  defaultSettings,
  differsByProfile,
  patchOf,
  settingEntries,
} from '../../../src/settings/settings.ts';
import { freshSandbox } from '../../support/fresh.ts';
import type { TestSandbox } from '../../support/sandbox.ts';
import { chipsOf, done, heldBy, sendTo, wordsOf } from '../../support/tool-page.ts';

const settingsOf = async (sandbox: TestSandbox) => (await sandbox.control('settings')).json;
const pageOf = async (sandbox: TestSandbox) => (await sandbox.fetch('/_sandbox/settings')).text;
const differing = settingEntries.filter(([name, each]) => name !== 'profile' && differsByProfile(each));

/** The fields of "Undo" on a page of settings. */
function undoIn(page: string): Readonly<Record<string, string>> {
  const [undo = ''] = /<form class="undo".*?<\/form>/s.exec(page) ?? [];
  const hidden = undo.matchAll(/name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...hidden].map(([, key = '', value = '']) => [key, value]));
}

describe('The page of settings', () => {
  test('finds a setting by part of its name, or only those that were changed', async () => {
    const sandbox = await freshSandbox();
    const namesOn = async (query: string) => {
      const { text } = await sandbox.fetch(`/_sandbox/settings?${query}`);
      return [...text.matchAll(/<article class="setting" id="([^"]*)"/g)].map(([, name]) => name);
    };
    expect(await namesOn('q=otp.resend')).toEqual(['otp.resend_wait']);
    expect(await namesOn('only=changed')).toEqual([]);
    expect(chipsOf(await pageOf(sandbox))).toEqual([expect.objectContaining({ href: '/_sandbox/clock' })]);
    await done(sandbox, 'settings/mobile.lenient', { 'mobile.lenient': 'on' });
    expect(await namesOn('only=changed')).toEqual(['mobile.lenient']);
    expect(chipsOf(await pageOf(sandbox))).toContainEqual({
      words: '1 setting differs from its default. See and reset',
      href: '/_sandbox/settings?only=changed',
    });
    expect(await namesOn('q=nonsense')).toEqual([]);
    expect(await namesOn('q=e')).toHaveLength(20);
    expect((await sandbox.fetch('/_sandbox/settings?q=e')).text).toContain('more match. Search for a longer');
  });

  test('opens the table of statuses when it is asked for, and finds assumptions without a setting', async () => {
    const sandbox = await freshSandbox();
    expect(heldBy(await pageOf(sandbox), 'statuses.BACKEND_ERROR')).toBeUndefined();
    const { text } = await sandbox.fetch('/_sandbox/settings?open=statuses');
    expect(heldBy(text, 'statuses.BACKEND_ERROR')).toBe('');
    const { id = '', question = '' } = fixedAssumptions[0] ?? {};
    const found = await sandbox.fetch(`/_sandbox/settings?${new URLSearchParams({ q: question })}`);
    expect(found.text).toContain(`id="${id}"`);
  });

  test.each([
    ['strict', { strict: 'on' }],
    ['otp.lifetime', { 'otp.lifetime': '2m' }],
    ['rate_limit', { 'rate_limit.requests': '5', 'rate_limit.period': '1m' }],
    ['statuses', { 'statuses.BACKEND_ERROR': '420' }],
    ['otp.codes', { 'otp.codes': '* 222222' }],
  ])('takes back a change of %s', async (name, fields: Readonly<Record<string, string>>) => {
    const sandbox = await freshSandbox();
    const before = await settingsOf(sandbox);
    const page = await done(sandbox, `settings/${name}`, fields);
    await done(sandbox, `settings/${name}`, undoIn(page));
    expect(await settingsOf(sandbox)).toEqual(before);
  });

  test.each(
    profiles.flatMap((from) => profiles.filter((to) => to !== from).map((to) => [from, to] as const)),
  )('takes back a change of the profile from %s to %s, whatever else was set', async (from, to) => {
    for (const values of profiles) {
      const sandbox = await freshSandbox();
      await sandbox.control('settings', { profile: from }, 'PATCH');
      for (const [name, each] of differing)
        await sandbox.control('settings', patchOf(name, defaultOf(each, values)), 'PATCH');
      const before = await settingsOf(sandbox);
      expect(before).toEqual({ ...defaultSettings(values), profile: from });
      const changed = await done(sandbox, 'settings/profile', { profile: to });
      const after = await settingsOf(sandbox);
      expect(after.profile).toBe(to);
      const undone = await done(sandbox, 'settings/profile', undoIn(changed));
      expect([values, await settingsOf(sandbox)]).toEqual([values, before]);
      await sendTo(sandbox, 'settings/profile', undoIn(undone));
      expect([values, await settingsOf(sandbox)]).toEqual([values, after]);
    }
  });

  test('takes back nothing once somebody else has changed one of its settings', async () => {
    const sandbox = await freshSandbox();
    const page = await done(sandbox, 'settings/profile', { profile: 'documented' });
    await sandbox.control('settings', { invoice: { used: 'completed' } }, 'PATCH');
    const before = await settingsOf(sandbox);
    const { status, text } = await sendTo(sandbox, 'settings/profile', undoIn(page));
    expect(status).toBe(422);
    expect(wordsOf(text)).toContain('Somebody else changed settings after this button was shown.');
    expect(await settingsOf(sandbox)).toEqual(before);
  });

  test('offers no way back to something that is no value', async () => {
    const sandbox = await freshSandbox();
    const wrong = [
      '',
      '{',
      'x'.repeat(2000),
      '{"toString":1,"valueOf":2}',
      '{"a":1}',
      '[[["x"]]]',
      '1e999',
      '"\ud800"',
    ];
    for (const [name] of settingEntries)
      for (const was of wrong) {
        const { status, text } = await sandbox.fetch(
          `/_sandbox/settings?${new URLSearchParams({ done: name, was })}`,
        );
        expect([name, was, status, text.includes('class="undo"')]).toEqual([name, was, 200, false]);
      }
  });
});
