import { describe, expect, test } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import type { TestSandbox } from '../../support/sandbox.ts';
import { done, heldBy, sendTo, wordsOf } from '../../support/tool-page.ts';

type Fields = Readonly<Record<string, string>>;

/** The version that a page's form has for its values. */
async function versionIn(sandbox: TestSandbox, page: string, action: string): Promise<string> {
  const { text } = await sandbox.fetch(`/_sandbox/${page}`);
  const form = new RegExp(`action="/_sandbox/${action}".*?name="version" value="([^"]+)"`, 's');
  return form.exec(text)?.[1] ?? expect.fail(`The form ${action} has no version.`);
}

/** Two people have the form open. What the second one gets for it, after the first one saved. */
async function second(sandbox: TestSandbox, [page, action]: readonly string[], first: Fields, later: Fields) {
  const [at = '', to = ''] = [page, action];
  const version = await versionIn(sandbox, at, to);
  await done(sandbox, to, { ...first, version });
  const send = (query = '') => sendTo(sandbox, `${to}${query}`, { ...later, version });
  return { send, version };
}

describe('The second of two people who have the weather open', () => {
  const form = ['faults', 'faults/weather'];
  const calm = { weather: 'calm', latency: 'weather', weather_seed: '' };
  const storm = { ...calm, weather: 'storm' };
  const withSeed = { ...calm, weather_seed: '7' };

  test('reads what the first one changed, in both languages, and can save again', async () => {
    const sandbox = await freshSandbox();
    const { send } = await second(sandbox, form, storm, withSeed);
    const { status, text } = await send();
    expect([status, heldBy(text, 'weather_seed')]).toEqual([422, '7']);
    expect(text).toContain('value="calm" checked');
    expect(wordsOf(text)).toContain(
      'Somebody else changed this after you opened it. It is now: Weather: \u2068Storm\u2069 · Seed: \u2068none\u2069.',
    );
    expect(wordsOf((await send('?lang=ar')).text)).toContain(
      'وهي الآن: الطقس: \u2068عاصفة\u2069 · البذرة: \u2068لا شيء\u2069.',
    );
    expect((await sandbox.control('settings')).json).toMatchObject({ weather: 'storm', weather_seed: null });
    const version =
      /action="\/_sandbox\/faults\/weather".*?name="version" value="([^"]+)"/s.exec(text)?.[1] ?? '';
    await done(sandbox, 'faults/weather', { ...withSeed, version });
    expect((await sandbox.control('settings')).json).toMatchObject({ weather: 'calm', weather_seed: 7 });
  });

  test('is done if both want the same', async () => {
    const sandbox = await freshSandbox();
    const { send } = await second(sandbox, form, storm, { ...storm, weather_seed: ' ' });
    expect((await send()).status).toBe(303);
  });
});

describe('The second of two people who have an account open', () => {
  const whitelist = ['account?id=demo', 'account/demo/whitelist'];
  const brand = ['account?id=demo', 'account/demo/brand'];
  const logo = 'data:image/png;base64,AAAA';

  test('reads that the first one turned the whitelist on', async () => {
    const sandbox = await freshSandbox();
    await done(sandbox, 'account/demo/whitelist', { 'ip_whitelist.entries': '10.0.0.1' });
    const { send } = await second(
      sandbox,
      whitelist,
      { 'ip_whitelist.enabled': 'on', 'ip_whitelist.entries': '10.0.0.1' },
      { 'ip_whitelist.entries': '10.0.0.1\r\n10.0.0.2' },
    );
    expect(wordsOf((await send()).text)).toContain(
      'It is now: Only let these addresses in: \u2068on\u2069 · Addresses: \u206810.0.0.1\u2069. Your entries',
    );
  });

  test.each([
    ['', 'It is now: Color: \u2068none\u2069 · Logo: \u2068a different image\u2069.'],
    ['?lang=ar', 'وهي الآن: اللون: \u2068لا شيء\u2069 · الشعار: \u2068صورة أخرى\u2069.'],
  ])('reads that the first one set a logo%s', async (query, words) => {
    const sandbox = await freshSandbox();
    const { send } = await second(sandbox, brand, { 'brand.logo': logo }, { 'brand.accent': '#123456' });
    expect(wordsOf((await send(query)).text)).toContain(words);
  });

  test('reads that the first one removed the logo', async () => {
    const sandbox = await freshSandbox();
    await done(sandbox, 'account/demo/brand', { 'brand.logo': logo });
    const changed = { 'brand.logo': logo, 'brand.accent': '#123456' };
    const { send } = await second(sandbox, brand, { 'brand.accent': '#123456' }, changed);
    expect(wordsOf((await send()).text)).toContain('It is now: Logo: \u2068none\u2069.');
  });

  test.each([
    [
      whitelist,
      { 'ip_whitelist.entries': '10.0.0.1\r\n10.0.0.2' },
      { 'ip_whitelist.entries': '10.0.0.1, 10.0.0.2 ' },
    ],
    [brand, { 'brand.logo': logo }, { 'brand.logo': 'data:image/png;\r\nbase64,AAAA', 'brand.accent': ' ' }],
  ])('is done if both want the same', async (form, first, later) => {
    const sandbox = await freshSandbox();
    const { send } = await second(sandbox, form, first, later);
    expect((await send()).status).toBe(303);
  });
});

describe('What the first of two people wrote', () => {
  test('in Arabic leaves an English notice as it is', async () => {
    const sandbox = await freshSandbox();
    const version = await versionIn(sandbox, 'account?id=demo', 'account/demo');
    await sandbox.control('accounts/demo', { name: 'متجر المدينة' }, 'PATCH');
    const { text } = await sendTo(sandbox, 'account/demo', { name: 'Other', version });
    expect(text).toContain('<bdi dir="ltr">Somebody else changed this');
  });

  test('is shortened if it is a long list, with what is new in front', async () => {
    const sandbox = await freshSandbox();
    const entries = Array.from({ length: 30 }, (_, at) => `10.0.0.${at}`);
    const version = await versionIn(sandbox, 'account?id=demo', 'account/demo/whitelist');
    await sandbox.control('accounts/demo', { ip_whitelist: { enabled: false, entries } }, 'PATCH');
    const later = { 'ip_whitelist.entries': entries.slice(0, -1).join('\n'), version };
    expect(wordsOf((await sendTo(sandbox, 'account/demo/whitelist', later)).text)).toContain(
      'Addresses: \u206810.0.0.29, 10.0.0.0, 10.0.0.1, 10.0.0.2, 10.0.0.3, 10.0.0.4, 10.0.0.5, 10.0.0.6, …\u2069',
    );
  });
});
