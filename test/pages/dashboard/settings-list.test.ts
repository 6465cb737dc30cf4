import { describe, expect, test } from 'vitest';
import { fixedAssumptions } from '../../../src/settings/fixed-assumptions.ts';
import { settingEntries } from '../../../src/settings/settings.ts';
import { freshSandbox } from '../../support/fresh.ts';
import type { TestSandbox } from '../../support/sandbox.ts';
import { chipsOf, done, heldBy } from '../../support/tool-page.ts';

const settingsOf = async (sandbox: TestSandbox) => (await sandbox.control('settings')).json;
const pageOf = async (sandbox: TestSandbox) => (await sandbox.fetch('/_sandbox/settings')).text;

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
    const [undo = ''] = /<form class="undo".*?<\/form>/s.exec(page) ?? [];
    const hidden = [...undo.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, key = '', value = '']) => [
      key,
      value,
    ]);
    await done(sandbox, `settings/${name}`, Object.fromEntries(hidden));
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
