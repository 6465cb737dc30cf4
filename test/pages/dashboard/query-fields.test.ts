import { expect, test } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { wordsOf } from '../../support/tool-page.ts';

test('A call shows the fields of its query, and comes back with them, where the settings accept them there', async () => {
  const sandbox = await freshSandbox({ settings: { requests: { query: 'merge' } } });
  await sandbox.call('aggregator/confirm?invoice_no=A%201&amount=7.25', { return_url: 'nonsense' });
  const page = wordsOf((await sandbox.fetch('/_sandbox/requests/1?lang=en')).text);
  expect(page).toContain('invoice_no A 1 amount 7.25 return_url nonsense');
  const { text } = await sandbox.fetch('/_sandbox/requests/new?call=1');
  expect(text).toMatch(/name="field\.amount" [^>]*value="7\.25"/);
  expect(text).toMatch(/name="field\.invoice_no" [^>]*value="A 1"/);
});
