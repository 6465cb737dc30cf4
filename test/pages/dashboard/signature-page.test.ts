import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { paid, settled } from '../../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../../support/fresh.ts';
import { errorBeside, heldBy, sendTo, wordsOf } from '../../support/tool-page.ts';

/** As defined in the API documentation, Authentication, 7, without our own code. */
const hmac = (text: string, key = 'demo_secret_key') =>
  createHmac('sha256', key).update(text, 'utf8').digest('hex').toUpperCase();

const signed = 'approved=1&amount=5.00&invoice_no=A+1';
const sorted = 'amount=5.00&approved=1&invoice_no=A+1';
const json = (hashed: string) => `{"approved":"1","amount":"5.00","invoice_no":"A 1","hashed":"${hashed}"}`;
const check = async (fields: Readonly<Record<string, string>>) =>
  sendTo(await freshSandbox(), 'signature', fields);

describe('Whatever is pasted is read', () => {
  test.each([
    ['a query', `${signed}&hashed=${hmac(signed)}`],
    ['a URL', `https://shop.example/return?${signed}&hashed=${hmac(signed)}#top`],
    ['a JSON body', json(hmac(signed))],
    [
      'an HTTP request with a query',
      `GET /return?${signed}&hashed=${hmac(signed)} HTTP/1.1\nHost: shop.example\n\n`,
    ],
    ['a request line', `GET /return?${signed}&hashed=${hmac(signed)}`],
    [
      'an HTTP request with a JSON body',
      `POST /callback HTTP/1.1\nHost: shop.example\nContent-Type: application/json\n\n${json(hmac(signed))}`,
    ],
    [
      'an HTTP request with a form',
      `POST /callback HTTP/1.1\nHost: shop.example\n\n${signed}&hashed=${hmac(signed)}\n`,
    ],
  ])('%s', async (_what, pasted) => {
    const { status, text } = await check({ pasted: pasted.replaceAll('\n', '\r\n') });
    expect(status).toBe(200);
    expect(wordsOf(text)).toContain('The hash is right.');
    expect(wordsOf(text)).toContain(`String to sign ${signed} Copy Right hash ${hmac(signed)}`);
    expect(heldBy(text, 'pasted')?.replaceAll('\r\n', '\n')).toBe(pasted);
  });

  test.each([
    ['{"approved":', 'Is not JSON.'],
    ['POST /callback HTTP/1.1\n\n{"approved":', 'Is not JSON.'],
  ])('%j is refused beside the field, and stays', async (pasted, why) => {
    const { status, text } = await check({ pasted });
    expect([status, errorBeside(text, 'pasted'), heldBy(text, 'pasted')]).toEqual([422, why, pasted]);
  });
});

describe('The mistake is named', () => {
  test('of the hash that came', async () => {
    const words = wordsOf((await check({ pasted: json(hmac(sorted)) })).text);
    expect(words).toContain('The hash is wrong. sorted-keys The fields were sorted by name.');
  });

  test.each([
    [
      'en',
      'There is nothing to sign. no-gateway-parameters None of the gateway’s parameters is in it; it has Invoice_No ',
      'String to sign (empty)',
    ],
    ['ar', 'لا شيء للتوقيع. no-gateway-parameters ليس فيه أي من معاملات البوابة.', 'النص الذي يُوقَّع (فارغ)'],
  ])(
    'of a paste without parameters of the gateway, without the hash of nothing (%s)',
    async (lang, ...expected) => {
      const sandbox = await freshSandbox();
      const { text } = await sendTo(sandbox, `signature?lang=${lang}`, {
        pasted: `Invoice_No=7&hashed=${hmac('')}`,
      });
      for (const each of expected) expect(wordsOf(text)).toContain(each);
      expect(heldBy(text, 'pasted')).toContain(hmac(''));
      expect(text.split(hmac('')).length).toBe(2);
    },
  );

  test('of the hash that the code computed', async () => {
    const hashed = hmac(signed).toLowerCase();
    const words = wordsOf((await check({ pasted: json(hmac(signed)), hashed })).text);
    expect(words).toContain('The hash is wrong. lower-case ');
    expect(words).toContain(`Yours ${hashed}`);
  });

  test('or said to be none of the usual ones', async () => {
    const words = wordsOf((await check({ pasted: json('AB') })).text);
    expect(words).toContain('The hash is wrong, and no common mistake explains it.');
  });

  test('of the string that the code built, with its first difference marked', async () => {
    const { text } = await check({ pasted: json(hmac(signed)), built: sorted });
    expect(wordsOf(text)).toContain(
      'The hash that arrived is right. Your string is not. sorted-keys The fields were sorted by name.',
    );
    expect(wordsOf(text)).toContain('First difference at character 2 (field approved');
    expect(text).toContain('a<mark class="right">p</mark>proved=1&amp;amount');
    expect(text).toContain('a<mark class="wrong">m</mark>ount=5.00&amp;');
  });

  test.each([
    ['en', 'The text that you pasted is not as it arrived. sorted-text', 'String to sign'],
    ['ar', 'النص الذي لصقته ليس كما وصل. sorted-text', 'النص الذي يُوقَّع'],
  ])(
    'of a text that was sorted after it came, beside what the gateway signed (%s)',
    async (lang, ...expected) => {
      const built = 'gateway=g&approved=1&amount=5.00&invoice_no=A+1';
      const pasted = `amount=5.00&approved=1&gateway=g&hashed=${hmac(built)}&invoice_no=A+1`;
      const { text } = await sendTo(await freshSandbox(), `signature?lang=${lang}`, { pasted, built });
      const [heading, toSign] = expected;
      expect(wordsOf(text)).toContain(heading);
      expect(wordsOf(text)).toContain(`${toSign} ${built}`);
      expect(text).toContain('data-verdict="differs"');
      expect(text).not.toContain('<mark');
    },
  );

  test('or a string is said to be right', async () => {
    const words = wordsOf((await check({ pasted: signed, built: signed })).text);
    expect(words).toContain('Your string is right.');
  });
});

test('The account or another key is chosen', async () => {
  const sandbox = await freshSandbox({ runningClock: true });
  await sandbox.control('accounts', { id: 'other', secret_key: 'other_key' });
  const right = wordsOf((await sendTo(sandbox, 'signature', { pasted: signed, account: 'other' })).text);
  expect(right).toContain(
    `This is the string to sign, as it was read, and its hash. String to sign ${signed}`,
  );
  expect(right).toContain(hmac(signed, 'other_key'));
  const { text } = await sendTo(sandbox, 'signature', { pasted: signed, secret_key: 'third_key' });
  expect(text).toContain(hmac(signed, 'third_key'));
  const { text: wrong } = await sendTo(sandbox, 'signature', { pasted: json(hmac(signed, 'other_key')) });
  expect(wordsOf(wrong)).toContain('It was signed with the secret key of the account other.');
});

test('What a stranger wrote is text', async () => {
  const pasted = '{"approved":"<script>alert(1)</script>","hashed":"<b>"}';
  const { text } = await check({ pasted, built: '<img src=x>', hashed: '"><i>' });
  expect(text).not.toMatch(/<script>alert|<img|<b>|<i>/);
});

describe('It opens filled in with a callback', () => {
  test.each([
    ['genuine', {}, 'The hash is right.'],
    ['with a wrong hash', { tamper: 'wrong-hash' }, 'The hash is wrong, and no common mistake explains it.'],
  ])('%s: what was sent, and its account', async (_what, choice, heading) => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await sandbox.control('accounts', { id: 'other' });
    await paid(sandbox, `${merchant.url}/callback`, choice);
    await settled(sandbox);
    const opened = await sandbox.fetch('/_sandbox/signature?callback=1&lang=en');
    const pasted = heldBy(opened.text, 'pasted')?.replaceAll('\r\n', '\n') ?? '';
    expect(pasted).toMatch(/^POST \/callback HTTP\/1\.1\n.*"hashed":/s);
    expect(opened.text).toMatch(/<option value="demo" selected>/);
    expect(opened.text).not.toContain('role="alert"');
    expect(wordsOf((await sendTo(sandbox, 'signature', { pasted, account: 'demo' })).text)).toContain(
      heading,
    );
    const { text } = await sandbox.fetch('/_sandbox/callbacks/1');
    expect(text).toContain('href="/_sandbox/signature?callback=1"');
  });

  test('that has not been sent; an unknown one leaves it empty', async () => {
    const sandbox = await freshSandbox();
    await paid(sandbox, 'http://127.0.0.1:9/callback', { hold: true });
    const page = (query: string) => sandbox.fetch(`/_sandbox/signature?callback=${query}`);
    expect(heldBy((await page('1')).text, 'pasted')).toMatch(/^\{.*"hashed":/);
    for (const unknown of ['2', 'x', '99999999999999999999', ''])
      expect(heldBy((await page(unknown)).text, 'pasted')).toBe('');
  });
});
