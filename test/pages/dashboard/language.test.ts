import { describe, expect, test } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import type { TestSandbox } from '../../support/sandbox.ts';

const page = '/_sandbox/requests';

test.each([
  ['English', undefined, '', 'en'],
  ['English', '*', '', 'en'],
  ['English', 'fr-FR,fr;q=0.9', '', 'en'],
  ['the browser’s language', 'ar-LY,ar;q=0.9,en;q=0.8', '', 'ar'],
  ['the one that the browser ranks higher', 'en;q=0.2, fr, ar-EG;q=0.7', '', 'ar'],
  ['English when Arabic is refused', 'ar;q=0', '', 'en'],
  ['the chosen language', 'en', 'gateway_sandbox_lang=ar', 'ar'],
  ['the browser’s language when the choice is unknown', 'ar', 'gateway_sandbox_lang=tlh', 'ar'],
])('A page speaks %s (Accept-Language %s, cookie "%s")', async (_, accepted, cookie, lang) => {
  const sandbox = await freshSandbox();
  const headers = { cookie, ...(accepted !== undefined && { 'accept-language': accepted }) };
  const { text } = await sandbox.fetch(page, { headers });
  expect(text).toContain(`<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`);
});

test('?lang= asks for a language, as on the checkout, and remembers nothing', async () => {
  const sandbox = await freshSandbox();
  const { text, headers } = await sandbox.fetch(`${page}?lang=ar`, {
    headers: { cookie: 'gateway_sandbox_lang=en' },
  });
  expect(text).toContain('<html lang="ar" dir="rtl">');
  expect(headers.get('set-cookie')).toBeNull();
});

test('The button remembers the language and leads back to the same page with its filters', async () => {
  const sandbox = await freshSandbox();
  const { text } = await sandbox.fetch(`${page}?status=4xx&lang=en`);
  const [, to = ''] = /name="to" value="([^"]*)"/.exec(text) ?? [];
  expect(to).toBe('/_sandbox/requests?status=4xx');
  const { status, headers } = await change(sandbox, { lang: 'ar', to });
  expect([status, headers.get('location')]).toEqual([303, to]);
  expect(headers.get('set-cookie')).toMatch(
    /^gateway_sandbox_lang=ar; Max-Age=31536000; Path=\/_sandbox; HttpOnly; SameSite=Lax$/,
  );
});

test('The language chosen over HTTPS can be changed over HTTP: browsers would not replace a secure cookie', async () => {
  const sandbox = await freshSandbox();
  for (const [choice, value] of [
    ['language', 'lang=ar'],
    ['theme', 'theme=dark'],
  ]) {
    const answer = await sandbox.fetch(`https://localhost/_sandbox/${choice}`, {
      method: 'POST',
      body: new URLSearchParams(value),
    });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toContain(`gateway_sandbox_${value}; `);
    expect(cookie).not.toContain('Secure');
  }
});

test('The answer to a form leads back to the page that the form was on', async () => {
  const sandbox = await freshSandbox();
  const { text } = await sandbox.fetch('/_sandbox/account/demo/show', {
    method: 'POST',
    headers: { referer: 'http://127.0.0.1:4700/_sandbox/account?id=demo' },
  });
  expect(text).toContain('name="to" value="/_sandbox/account?id=demo"');
});

test.each([
  ['callbacks/7/hold', 'transactions/100001?account=demo', 'callbacks/7'],
  ['callbacks/7/hold', 'callbacks/7/hold', 'callbacks/7'],
  ['callbacks/7/hold?account=demo', undefined, 'callbacks/7?account=demo'],
  ['faults', undefined, 'faults'],
  ['faults', 'faults?done=armed', 'faults'],
  ['clock/advance', 'clock?done=moved&pressed=1m&account=demo', 'clock?account=demo'],
  ['signature', undefined, 'signature'],
  ['account/demo/show', undefined, 'account?id=demo'],
  ['stories', undefined, 'snapshots'],
  ['stories/x/replay', 'stories/x/transactions/100001', 'stories/x/transactions/100001'],
])('The answer to POST %s from %s has the address %s', async (path, from, address) => {
  const sandbox = await freshSandbox();
  const headers = from === undefined ? {} : { referer: `http://127.0.0.1:4700/_sandbox/${from}` };
  const { text } = await sandbox.fetch(`/_sandbox/${path}`, { method: 'POST', headers });
  expect(/data-address="([^"]*)"/.exec(text)?.[1]).toBe(`/_sandbox/${address}`);
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/_sandbox/..//evil.example/',
  'javascript:alert(1)',
  '',
])('The button leads to no other site: %s', async (to) => {
  const sandbox = await freshSandbox();
  const { headers } = await change(sandbox, { lang: 'en', to });
  expect(headers.get('location')).toBe('/_sandbox/');
});

test.each([{}, { lang: 'tlh' }])('An unknown language is refused: %o', async (fields) => {
  const sandbox = await freshSandbox();
  const { status, headers } = await change(sandbox, fields);
  expect([status, headers.get('set-cookie')]).toEqual([422, null]);
});

function change(sandbox: TestSandbox, fields: Record<string, string>) {
  return sandbox.fetch('/_sandbox/language', { method: 'POST', body: new URLSearchParams(fields) });
}

describe('The theme', () => {
  test('follows the system until one is chosen, is remembered, and is in the page from its first byte', async () => {
    const sandbox = await freshSandbox();
    const fresh = await sandbox.fetch(page);
    expect(fresh.text).toContain('<html lang="en" dir="ltr">');
    expect(fresh.text).toContain('<meta name="color-scheme" content="light dark">');
    const { status, headers } = await chosen(sandbox, 'dark');
    expect([status, headers.get('location')]).toEqual([303, `${page}?status=4xx`]);
    expect(headers.get('set-cookie')).toMatch(
      /^gateway_sandbox_theme=dark; Max-Age=31536000; Path=\/_sandbox; HttpOnly; SameSite=Lax$/,
    );
    const dark = await sandbox.fetch(page, { headers: { cookie: 'gateway_sandbox_theme=dark' } });
    expect(dark.text).toContain('<html lang="en" dir="ltr" data-theme="dark">');
    expect(dark.text).toContain('<meta name="color-scheme" content="dark">');
    expect(dark.text).toContain('value="dark" aria-pressed="true"');
  });

  test('that does not exist is refused, and an unknown cookie follows the system', async () => {
    const sandbox = await freshSandbox();
    expect((await chosen(sandbox, 'neon')).status).toBe(422);
    const { text } = await sandbox.fetch(page, { headers: { cookie: 'gateway_sandbox_theme="><script>' } });
    expect(text).toContain('<html lang="en" dir="ltr">');
  });
});

function chosen(sandbox: TestSandbox, theme: string) {
  const body = new URLSearchParams({ theme, to: `${page}?status=4xx` });
  return sandbox.fetch('/_sandbox/theme', { method: 'POST', body });
}
