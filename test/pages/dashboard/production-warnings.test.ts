import { expect, test } from 'vitest';
import { lintWords } from '../../../src/pages/words/lint-words.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { merchantCall, rightFields } from '../../support/sandbox.ts';

const walletVerify = rightFields['walletA/verify'];
const rightConfirm = rightFields['aggregator/confirm'];

test('Every production warning is told in Arabic, in the API call and in the overview', async () => {
  const sandbox = await freshSandbox();
  await sandbox.fetch('/api/v1/transaction/walletA/verify', { method: 'OPTIONS' });
  await sandbox.call('walletA/verify', walletVerify, { headers: { 'x-sandbox-fault': 'NOTHING' } });
  await sandbox.call('walletA/verify', walletVerify, { headers: { 'x-sandbox-delay': 'long' } });
  await sandbox.call('aggregator/confirm', {
    ...rightConfirm,
    invoice_no: 'A/1',
    callback_url: 'http://10.0.0.1/',
  });
  await sandbox.control('settings', { strict: true }, 'PATCH');
  const overHttps = 'https://localhost:4700/api/v1/transaction/walletA/verify';
  await sandbox.fetch(overHttps, merchantCall(walletVerify));

  const { data } = (await sandbox.control('requests')).json;
  const warnings = new Set<string>(data.flatMap(({ lint }: { lint: string[] }) => lint));
  expect([...warnings].map((each) => each.replace(/^\w+: /, '').slice(0, 12)).toSorted()).toEqual([
    'X-Sandbox-De',
    'X-Sandbox-Fa',
    'a browser as',
    'clients diff',
    'the IP white',
    'the live ser',
    'the live ser',
  ]);
  for (const warning of warnings) {
    expect(lintWords('ar', warning)).not.toBe(warning);
    expect(lintWords('en', warning)).toBe(warning);
  }
  const pages = ['', ...data.map(({ id }: { id: string }) => `requests/${id}`)];
  for (const page of pages) {
    const { text } = await sandbox.fetch(`/_sandbox/${page}`, { headers: { 'accept-language': 'ar' } });
    for (const warning of warnings) expect(text).not.toContain(warning.replace(/^\w+: /, ''));
  }
});

test('A warning of an older version is told as it is stored', () => {
  expect(lintWords('ar', 'field: a warning that is gone')).toBe('field: a warning that is gone');
});
