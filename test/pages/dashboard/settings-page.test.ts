import { describe, expect, test } from 'vitest';
import { settingWords } from '../../../src/pages/words/settings/setting-words.ts';
import { defaultSettings, settingEntries } from '../../../src/settings/settings.ts';
import { freshSandbox } from '../../support/fresh.ts';
import type { TestSandbox } from '../../support/sandbox.ts';
import { chipsOf, done, errorBeside, heldBy, sendTo, settingIn, wordsOf } from '../../support/tool-page.ts';

const settingsOf = async (sandbox: TestSandbox) => (await sandbox.control('settings')).json;
const pageOf = async (sandbox: TestSandbox) => (await sandbox.fetch('/_sandbox/settings')).text;
describe('A setting is changed on the page, and applies at once', () => {
  test.each([
    ['profile', { profile: 'documented' }, { profile: 'documented', codes: 'documented' }],
    ['profile', { profile: 'compatible' }, { profile: 'compatible', otp: { repeat_window: '5s' } }],
    ['strict', { strict: 'on' }, { strict: true }],
    ['maintenance_mode', { maintenance_mode: 'on' }, { maintenance_mode: true }],
    [
      'rate_limit',
      { 'rate_limit.requests': '5', 'rate_limit.period': '1m' },
      { rate_limit: { requests: 5, period: '1m' } },
    ],
    [
      'sandbox_transaction_limit',
      { 'sandbox_transaction_limit.transactions': '0', 'sandbox_transaction_limit.period': '1d' },
      { sandbox_transaction_limit: { transactions: 0, period: '1d' } },
    ],
    [
      'limits.maximum_amount',
      { 'limits.maximum_amount.live': '100', 'limits.maximum_amount.test': '5.50' },
      { limits: { maximum_amount: { live: '100', test: '5.50' } } },
    ],
    ['signature.layout', { 'signature.layout': 'sorted' }, { signature: { layout: 'sorted' } }],
    ['signature.scope', { 'signature.scope': 'all' }, { signature: { scope: 'all' } }],
    [
      'aggregator.method_field',
      { 'aggregator.method_field': 'payment_method' },
      { aggregator: { method_field: 'payment_method' } },
    ],
    ['requests.bodies', { 'requests.bodies': 'lenient' }, { requests: { bodies: 'lenient' } }],
    ['requests.query', { 'requests.query': 'merge' }, { requests: { query: 'merge' } }],
    ['invoice.alphabet', { 'invoice.alphabet': 'strict' }, { invoice: { alphabet: 'strict' } }],
    ['weather', { weather: 'storm' }, { weather: 'storm' }],
    ['latency', { latency: 'slow-bank' }, { latency: 'slow-bank' }],
    ['weather_seed', { weather_seed: '7' }, { weather_seed: 7 }],
    ['invoice.used', { 'invoice.used': 'completed' }, { invoice: { used: 'completed' } }],
    ['mobile.lenient', { 'mobile.lenient': 'on' }, { mobile: { lenient: true } }],
    [
      'otp.length',
      { 'otp.length.walletA': '8', 'otp.length.walletB': '5' },
      { otp: { length: { walletA: 8, walletB: 5 } } },
    ],
    ['otp.policy', { 'otp.policy': 'fixed' }, { otp: { policy: 'fixed' } }],
    ['otp.lifetime', { 'otp.lifetime': '2m' }, { otp: { lifetime: '2m' } }],
    ['otp.attempts', { 'otp.attempts': '3' }, { otp: { attempts: 3 } }],
    ['otp.resend_wait', { 'otp.resend_wait': '30s' }, { otp: { resend_wait: '30s' } }],
    ['otp.repeat_window', { 'otp.repeat_window': '5s' }, { otp: { repeat_window: '5s' } }],
    ['checkout.lifetime', { 'checkout.lifetime': '1h' }, { checkout: { lifetime: '1h' } }],
    ['card.callback', { 'card.callback': 'server' }, { card: { callback: 'server' } }],
    ['callback.types', { 'callback.types': 'number' }, { callback: { types: 'number' } }],
    ['callback.mode', { 'callback.mode': 'once' }, { callback: { mode: 'once' } }],
    ['callback.timeout', { 'callback.timeout': '5s' }, { callback: { timeout: '5s' } }],
    ['callback.order', { 'callback.order': 'return-first' }, { callback: { order: 'return-first' } }],
    ['callback.delay', { 'callback.delay': '250ms' }, { callback: { delay: '250ms' } }],
    ['callback.copies', { 'callback.copies': '2' }, { callback: { copies: 2 } }],
    ['callback.hold', { 'callback.hold': 'on' }, { callback: { hold: true } }],
    ['callback.jitter_seed', { 'callback.jitter_seed': '7' }, { callback: { jitter_seed: 7 } }],
    ['retention.requests', { 'retention.requests': '500' }, { retention: { requests: 500 } }],
    ['retention.events', { 'retention.events': '' }, { retention: { events: null } }],
    ['retention.otps', { 'retention.otps': '100' }, { retention: { otps: 100 } }],
    ['retention.transactions', { 'retention.transactions': '9000' }, { retention: { transactions: 9000 } }],
    ['codes', { codes: 'documented' }, { codes: 'documented' }],
    ['error.fields', {}, { error: { fields: false } }],
    ['statuses', { 'statuses.BACKEND_ERROR': '420' }, { statuses: { BACKEND_ERROR: 420 } }],
  ])('%s', async (name, fields: Readonly<Record<string, string>>, settings) => {
    const sandbox = await freshSandbox();
    const page = await done(sandbox, `settings/${name}`, fields);
    expect(await settingsOf(sandbox)).toMatchObject(settings);
    expect(wordsOf(page)).toContain(
      `${settingWords('en', { name, reason: '' }).title} was changed. It applies from now on.`,
    );
    expect(settingIn(page, name)).toContain('changed');
    const { text } = await sandbox.fetch(`/_sandbox/settings?open=${name}`);
    for (const [field, value] of Object.entries(fields)) expect(heldBy(text, field)).toBe(value);
  });

  test('every setting has a form', async () => {
    const sandbox = await freshSandbox();
    const { text: open } = await sandbox.fetch('/_sandbox/settings?open=statuses');
    const actions = [
      ...`${await pageOf(sandbox)}${open}`.matchAll(/action="\/_sandbox\/settings\/([^"]+)"/g),
    ].map(([, name]) => name);
    expect(actions.toSorted()).toEqual([...settingEntries.map(([name]) => name)].toSorted());
  });

  test('a limit whose fields are emptied is off', async () => {
    const sandbox = await freshSandbox({ settings: { rate_limit: { requests: 5, period: '1m' } } });
    await done(sandbox, 'settings/rate_limit', { 'rate_limit.requests': '', 'rate_limit.period': '' });
    expect((await settingsOf(sandbox)).rate_limit).toBeNull();
  });

  test('the codes of numbers are lines, and a line that is gone is a code that is gone', async () => {
    const sandbox = await freshSandbox();
    const first = await done(sandbox, 'settings/otp.codes', { 'otp.codes': '0912345678 1111\r\n* 222222' });
    expect(heldBy(first, 'otp.codes')).toBe('* 222222\n0912345678 1111');
    await done(sandbox, 'settings/otp.codes', { 'otp.codes': '0912345678 3333' });
    expect((await settingsOf(sandbox)).otp.codes).toEqual({ '0912345678': '3333' });
  });

  test('a code may follow an equals sign, as with --set, and have Arabic digits', async () => {
    const sandbox = await freshSandbox();
    await done(sandbox, 'settings/otp.codes', { 'otp.codes': '* = 123456\n٠٩١١١١١١١١=٢٢٢٢٢٢' });
    expect((await settingsOf(sandbox)).otp.codes).toEqual({ '*': '123456', '0911111111': '222222' });
  });

  test('a status that is emptied is the table’s own again', async () => {
    const sandbox = await freshSandbox({ settings: { statuses: { BACKEND_ERROR: 420 } } });
    await done(sandbox, 'settings/statuses', {});
    expect((await settingsOf(sandbox)).statuses).toEqual({});
  });
});

describe('A value that a setting cannot take', () => {
  test.each([
    [
      'otp.lifetime',
      'otp.lifetime',
      'long',
      'Must be a duration such as "10m", "90s", "250ms" or milliseconds.',
    ],
    ['otp.lifetime', 'otp.lifetime', '0s', 'Must be longer than 0.'],
    ['otp.attempts', 'otp.attempts', 'many', 'Must be a whole number from 1 on.'],
    ['otp.length', 'otp.length.walletA', '11', 'Must be a whole number from 4 to 10.'],
    ['callback.copies', 'callback.copies', '21', 'Must be a whole number from 1 to 20.'],
    ['callback.jitter_seed', 'callback.jitter_seed', '1.5', 'Must be a whole number.'],
    ['statuses', 'statuses.BACKEND_ERROR', '200', 'Must be a whole number from 400 to 499.'],
    ['rate_limit', 'rate_limit.requests', '0', 'Must be a whole number from 1 to 1000000.'],
    [
      'limits.maximum_amount',
      'limits.maximum_amount.live',
      '5,5',
      'Must be an amount such as "500" or "500.00".',
    ],
  ])('%s: %s %s', async (name, field, typed, why) => {
    const sandbox = await freshSandbox();
    const before = await settingsOf(sandbox);
    const { status, text } = await sendTo(sandbox, `settings/${name}`, { [field]: typed });
    expect([status, errorBeside(text, field), heldBy(text, field)]).toEqual([422, why, typed]);
    expect(await settingsOf(sandbox)).toEqual(before);
  });

  test.each([
    ['0911111111', '0911111111'],
    ['0911111111=', '0911111111='],
    ['=222222', '=222222'],
    ['0911111111 1 2', '0911111111'],
  ])('otp.codes: the line %s has no code, and deletes none', async (line, named) => {
    const codes = { '*': '123456', '0911111111': '111111' };
    const sandbox = await freshSandbox({ settings: { otp: { codes } } });
    const typed = `* 123456\n${line}`;
    const { status, text } = await sendTo(sandbox, 'settings/otp.codes', { 'otp.codes': typed });
    const why = `${named}: Must be 4 to 10 digits.`;
    expect([status, errorBeside(text, 'otp.codes'), heldBy(text, 'otp.codes')]).toEqual([422, why, typed]);
    expect((await settingsOf(sandbox)).otp.codes).toEqual(codes);
  });

  test('a setting that does not exist has no page', async () => {
    expect((await sendTo(await freshSandbox(), 'settings/nothing', { nothing: '1' })).status).toBe(404);
  });
});

test('"Reset to defaults" resets every setting', async () => {
  const settings = {
    strict: true,
    rate_limit: { requests: 5, period: '1m' },
    statuses: { UNAUTHORIZED: 403 },
    otp: { codes: { '0912345678': '4321' } },
  };
  const sandbox = await freshSandbox({ settings });
  await done(sandbox, 'settings/profile', { profile: 'documented' });
  const page = await done(sandbox, 'settings/defaults');
  expect(await settingsOf(sandbox)).toEqual(defaultSettings('observed'));
  expect(wordsOf(page)).toContain('Every setting has its default.');
});

test('Maintenance mode and strict are shown on every page, with a link to their settings', async () => {
  const sandbox = await freshSandbox({
    runningClock: true,
    settings: { maintenance_mode: true, strict: true },
  });
  expect(chipsOf((await sandbox.fetch('/_sandbox/inbox')).text)).toEqual([
    {
      words: 'Maintenance mode is on: every request returns MAINTENANCE_MODE. Turn it off',
      href: '/_sandbox/settings#maintenance_mode',
    },
    {
      words: 'Strict mode is on: the sandbox rejects what the live service would reject. Turn it off',
      href: '/_sandbox/settings#strict',
    },
  ]);
});
