import { expect, test } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';
import { wordsOf } from '../../support/tool-page.ts';

const lost = 'this response did not reach your app';

async function pageOf(sandbox: TestSandbox, id: number, lang = 'en'): Promise<string> {
  return (await sandbox.fetch(`/_sandbox/requests/${id}?lang=${lang}`)).text;
}

async function broken(effect: object, endpoint: 'walletB/verify' | 'cardgw/confirm'): Promise<TestSandbox> {
  const sandbox = await freshSandbox();
  const url = await sandbox.listen();
  await sandbox.control('faults', { effect });
  const body = new URLSearchParams(rightFields[endpoint]);
  const headers = { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' };
  await expect(
    fetch(`${url}/api/v1/transaction/${endpoint}`, { method: 'POST', headers, body }),
  ).rejects.toThrow();
  return sandbox;
}

test.each(['walletB/verify', 'cardgw/confirm'] as const)(
  'The page of a call to %s says that a fault lost its response',
  async (endpoint) => {
    const sandbox = await broken({ reset: true, after: true }, endpoint);
    const page = await pageOf(sandbox, 1);
    expect(wordsOf(page)).toContain(lost);
    expect(page).toContain('<span class="badge" data-state="failed">200</span>');
    expect(await pageOf(sandbox, 1, 'ar')).toContain('لم يصل هذا الرد إلى تطبيقك');
  },
);

test('The page of a call that a fault kept from being carried out has no response', async () => {
  const page = await pageOf(await broken({ reset: true, after: false }, 'walletB/verify'), 1);
  expect(page).toContain('<span class="badge" data-state="failed">No response</span>');
  expect(wordsOf(page)).not.toContain(lost);
});

test('The page of a call whose response arrived, with a fault or without, says nothing of the kind', async () => {
  const sandbox = await freshSandbox();
  await sandbox.control('faults', { effect: { delay: '1ms' }, times: 1 });
  await sandbox.call('walletB/verify', rightFields['walletB/verify']);
  await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
  for (const id of [1, 2]) expect(wordsOf(await pageOf(sandbox, id))).not.toContain(lost);
});
