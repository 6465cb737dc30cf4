import { expect, test } from 'vitest';
import { words } from '../../../src/pages/words/words.ts';
import { failAt } from '../../failures/failing-statements.ts';
import { startCheckout } from '../../support/checkouts.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { unescaped } from '../../support/html.ts';
import { formsOf } from '../../support/payment.ts';
import type { Answer, TestSandbox } from '../../support/sandbox.ts';

const { ar, en } = { ar: words.ar.messages, en: words.en.messages };

function post(sandbox: TestSandbox, path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
  return sandbox.fetch(`/checkout/${path}`, { method: 'POST', body: new URLSearchParams(fields) });
}

/** The page's link to the other language. */
function otherLanguageHref({ text }: Answer): string {
  return unescaped(/<a class="strip-link" href="([^"]*)"/.exec(text)?.[1] ?? '');
}

test.each(['ar', 'en'] as const)(
  'A form in %s of an unknown checkout gets its error page in that language',
  async (lang) => {
    const sandbox = await freshSandbox();
    const answer = await post(sandbox, 'pay', { token: 'nobody-knows-me', lang });
    expect(answer.status).toBe(404);
    expect(answer.text).toContain(`<html lang="${lang}"`);
    expect(answer.text).toContain(words[lang].messages.unknown.heading);
    expect(answer.text).not.toContain('nobody-knows-me');
  },
);

test('The link of an error page leads to the same message in the other language, and back', async () => {
  const sandbox = await freshSandbox();
  const english = await sandbox.fetch(otherLanguageHref(await sandbox.fetch('/checkout?token=nobody')));
  expect(english.text).toContain(en.unknown.heading);
  expect((await sandbox.fetch(otherLanguageHref(english))).text).toContain(ar.unknown.heading);
  const notAllowed = await sandbox.fetch('/checkout/pay');
  expect(notAllowed.text).toContain(ar.notAllowed.heading);
  // Relative to the page's address.
  expect(otherLanguageHref(notAllowed)).toBe('?lang=en');
  expect((await sandbox.fetch('/checkout/pay?lang=en')).text).toContain(en.notAllowed.heading);
});

test.each(['tools', 'preview'])(
  'Without tester tools a form of %s is refused in its language',
  async (path) => {
    const sandbox = await freshSandbox({ testerTools: false });
    const token = await startCheckout(sandbox, 'cardgw');
    const answer = await post(sandbox, path, { token, lang: 'en' });
    expect([answer.status, answer.text.includes(en.notAllowed.heading)]).toEqual([404, true]);
  },
);

test.each(['pay', 'cancel', 'extend'])(
  'A form of %s that cannot be stored says so in its language',
  async (path) => {
    const sandbox = await freshSandbox();
    const token = await startCheckout(sandbox, 'cardgw');
    const failing = failAt(sandbox, 1, true);
    const answer = await post(sandbox, path, { token, lang: 'en' });
    failing.end();
    expect([answer.status, answer.text.includes(en.notStored.heading)]).toEqual([503, true]);
    expect((await sandbox.fetch(otherLanguageHref(answer))).text).toContain(words.ar.kinds.card);
  },
);

test('A checkout in English fails in English, although its link names no language', async () => {
  const sandbox = await freshSandbox();
  await (await formsOf(sandbox, 'localbankcards', { lang: 'en' })).pay();
  // The first two statements read the checkout and its transaction.
  const failing = failAt(sandbox, 3, true);
  const answer = await sandbox.fetch('/checkout?token=token-1');
  failing.end();
  expect([answer.status, answer.text.includes(en.notStored.text)]).toEqual([503, true]);
  expect((await sandbox.fetch(otherLanguageHref(answer))).text).toContain(words.ar.steps.code.heading);
});
