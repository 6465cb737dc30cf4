import { describe, expect, test } from 'vitest';
import { magicValues } from '../../../src/faults/magic.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { rightFields } from '../../support/sandbox.ts';
import { chipsOf, done, errorBeside, heldBy, sendTo, wordsOf } from '../../support/tool-page.ts';

describe('The form of faults arms', () => {
  test.each([
    [{ kind: 'code', 'effect.code': 'BACKEND_ERROR' }, { code: 'BACKEND_ERROR' }],
    [{ kind: 'past_timeout', 'effect.past_timeout': '10s' }, { delay: 11_000 }],
    [{ kind: 'delay', 'effect.delay': '250ms' }, { delay: 250 }],
    [
      { kind: 'http_status', 'effect.http_status': '502', 'effect.body': 'html' },
      { http_status: 502, body: 'html' },
    ],
    [{ kind: 'hang' }, { hang: true, after: false }],
    [
      { kind: 'hang', 'hang.after': 'on' },
      { hang: true, after: true },
    ],
    [{ kind: 'reset' }, { reset: true, after: false }],
    [
      { kind: 'reset', 'reset.after': 'on' },
      { reset: true, after: true },
    ],
  ])('%j', async (fields, effect) => {
    const sandbox = await freshSandbox();
    const page = await done(sandbox, 'faults', fields);
    expect(wordsOf(page)).toContain('The fault was added.');
    const { data } = (await sandbox.control('faults')).json;
    expect(data).toEqual([expect.objectContaining({ match: {}, effect, times: 1 })]);
  });

  test('for the calls that match, as often and as likely as it says', async () => {
    const sandbox = await freshSandbox();
    const page = await done(sandbox, 'faults', {
      kind: 'code',
      'effect.code': 'NOT_SUBSCRIBED',
      'match.account': 'demo',
      'match.gateway': 'walletA',
      'match.action': 'verify',
      'match.mobile_number': '0912345678',
      times: 'always',
      probability: '0.2',
      seed: '7',
    });
    const { data } = (await sandbox.control('faults')).json;
    expect(data[0]).toMatchObject({
      match: { account: 'demo', gateway: 'walletA', action: 'verify', mobile_number: '0912345678' },
      times: 'always',
      probability: 0.2,
      seed: 7,
    });
    expect(wordsOf(page)).toContain(
      'account demo · call verify · mobile number 0912345678 · gateway walletA always · chance 0.2 with seed 7 · fired 0 times',
    );
  });

  test('an error that only one call returns for that call alone', async () => {
    const sandbox = await freshSandbox();
    const fields = { kind: 'code', 'effect.code': 'INSUFFICIENT_BALANCE' };
    await done(sandbox, 'faults', fields);
    const { data } = (await sandbox.control('faults')).json;
    expect(data[0].match).toEqual({ action: 'confirm' });
    const { status, text } = await sendTo(sandbox, 'faults', { ...fields, 'match.action': 'verify' });
    const why = 'Only confirm returns INSUFFICIENT_BALANCE. Choose confirm, or another error.';
    expect([status, errorBeside(text, 'match.action')]).toEqual([422, why]);
    expect((await sandbox.control('faults')).json.data).toHaveLength(1);
    expect(text).toMatch(/<optgroup label="Of confirm only">.*INSUFFICIENT_BALANCE/s);
  });

  test('and the next call meets it', async () => {
    const sandbox = await freshSandbox();
    await done(sandbox, 'faults', { kind: 'code', 'effect.code': 'BACKEND_ERROR' });
    const { json } = await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    expect(json.error.code).toBe('BACKEND_ERROR');
    expect(wordsOf((await sandbox.fetch('/_sandbox/faults')).text)).toContain(
      'BACKEND_ERROR used up every call 0 of 1 left · fired once',
    );
  });
});

describe('A form of faults that is wrong keeps what was typed and says so beside the field', () => {
  test.each([
    [
      'effect.delay',
      { kind: 'delay', 'effect.delay': 'soon' },
      'Must be a duration such as "10m", "90s", "250ms" or milliseconds.',
    ],
    ['effect.delay', { kind: 'delay', 'effect.delay': '11m' }, 'Must be at most 10m.'],
    [
      'effect.http_status',
      { kind: 'http_status', 'effect.http_status': '99', 'effect.body': 'html' },
      'Must be a whole number from 200 to 599.',
    ],
    ['times', { kind: 'hang', times: '0' }, 'Must be a whole number from 1 on, or "always".'],
    ['times', { kind: 'hang', times: 'often' }, 'Must be a whole number from 1 on, or "always".'],
    ['probability', { kind: 'hang', probability: '1.5' }, 'Must be a number above 0 and up to 1.'],
    ['seed', { kind: 'hang', seed: 'x' }, 'Must be a whole number.'],
    [
      'match.action',
      { kind: 'hang', 'match.gateway': 'cardgw', 'match.action': 'verify' },
      'Cardgw has no verify.',
    ],
    [
      'match.mobile_number',
      { kind: 'hang', 'match.gateway': 'cardgw', 'match.mobile_number': '0912345678' },
      'Can never match: no such request has this field.',
    ],
  ])('%s of %j', async (name, fields: Readonly<Record<string, string>>, why) => {
    const sandbox = await freshSandbox();
    const { status, text } = await sendTo(sandbox, 'faults', fields);
    expect(status).toBe(422);
    expect(errorBeside(text, name)).toBe(why);
    expect(heldBy(text, name)).toBe(fields[name]);
    expect(text).toContain(`value="${fields.kind}" checked`);
    expect((await sandbox.control('faults')).json.data).toEqual([]);
  });

  test('a form without a kind is refused as a whole', async () => {
    const { status, text } = await sendTo(await freshSandbox(), 'faults');
    expect(status).toBe(422);
    expect(wordsOf(text)).toContain('Failed effect: must be one of {code}');
  });
});

describe('Armed faults', () => {
  test('are told on every page, with a link to the page that removes them', async () => {
    const sandbox = await freshSandbox({ runningClock: true });
    await sandbox.control('faults', { effect: { hang: true } });
    const one = {
      words: '1 fault is active. Matching calls will fail. See and remove',
      href: '/_sandbox/faults',
    };
    for (const path of ['', 'inbox', 'transactions', 'settings'])
      expect(chipsOf((await sandbox.fetch(`/_sandbox/${path}`)).text)).toEqual([one]);
    await sandbox.control('faults', { effect: { hang: true } });
    const [banner] = chipsOf((await sandbox.fetch('/_sandbox/faults')).text);
    expect(banner?.words).toContain('2 faults are active.');
  });

  test('are removed one by one, or all', async () => {
    const sandbox = await freshSandbox();
    for (const code of ['BACKEND_ERROR', 'OTP_EXPIRED', 'UNAUTHORIZED'])
      await sandbox.control('faults', { effect: { code } });
    await done(sandbox, 'faults/2/remove');
    const left = (await sandbox.control('faults')).json.data.map(({ id }: { id: string }) => id);
    expect(left).toEqual(['3', '1']);
    expect(wordsOf(await done(sandbox, 'faults/clear'))).toContain(
      'None. Every call gets its normal response.',
    );
    expect((await sendTo(sandbox, 'faults/2/remove')).status).toBe(404);
  });
});

test('The page lists every magic value and what the headers do', async () => {
  const words = wordsOf((await (await freshSandbox()).fetch('/_sandbox/faults')).text);
  for (const { number, gateway, code = 'no code arrives' } of magicValues.mobile_numbers)
    expect(words).toContain(`${number} Copy ${gateway} ${code}`);
  for (const { digits, gateway, code } of magicValues.codes)
    expect(words).toContain(`${digits} Copy ${gateway} ${code}`);
  for (const { amount, reason } of magicValues.amounts)
    expect(words).toContain(`${amount} Copy checkouts ${reason}`);
  for (const { prefix, order } of magicValues.invoice_prefixes)
    expect(words).toContain(`${prefix} Copy checkouts ${order}`);
  for (const header of [
    'X-Sandbox-Fault: BACKEND_ERROR',
    'X-Sandbox-Delay: 2s',
    'X-Sandbox-Client-IP: 203.0.113.7',
  ])
    expect(words).toContain(header);
});
