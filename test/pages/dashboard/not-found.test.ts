import { expect, test } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { chipsOf, sendTo, wordsOf } from '../../support/tool-page.ts';

test.each([
  'transactions/9',
  'requests/9',
  'callbacks/9',
  'account?id=nobody',
  'inbox/12',
  'requests/9/har',
  'transactions/export/pdf',
  'nothing/here',
])('%s that does not exist is a 404 in the frame of the dashboard', async (path) => {
  const sandbox = await freshSandbox({ settings: { strict: true } });
  const { status, text } = await sandbox.fetch(`/_sandbox/${path}`);
  expect(status).toBe(404);
  expect(wordsOf(text)).toContain('Page not found No page or record exists at this address.');
  expect(text).toContain('<a class="nav-link" href="/_sandbox/transactions">');
  expect(text).not.toContain('aria-current');
  expect(chipsOf(text).map(({ href }) => href)).toContain('/_sandbox/settings#strict');
});

test('So is a form for a record that is gone', async () => {
  const { status, text } = await sendTo(await freshSandbox(), 'callbacks/9/resend');
  expect([status, text.includes('class="nav-link"')]).toEqual([404, true]);
});

test('Outside the dashboard a 404 shows no state of the sandbox: no token protects it', async () => {
  const sandbox = await freshSandbox({ settings: { strict: true } });
  const { status, text } = await sandbox.fetch('/nothing/here');
  expect([status, wordsOf(text).includes('Page not found')]).toEqual([404, true]);
  expect(chipsOf(text)).toEqual([]);
});
