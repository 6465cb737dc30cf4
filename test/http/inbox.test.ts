import { describe, expect, test } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { unescaped } from '../support/html.ts';
import { demoAccount, rightFields } from '../support/sandbox.ts';

describe('The curl of the inbox', () => {
  test('carries the keys that every sandbox begins with, so that it works when pasted', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    const { text } = await sandbox.fetch('/_sandbox/inbox');
    for (const part of [
      'Authorization: Bearer demo_test_token',
      'X-API-KEY: demo_api_key',
      'walletB/confirm',
    ])
      expect(unescaped(text)).toContain(part);
  });

  test('has placeholders for all other keys', async () => {
    const keys = { api_key: 'own-key', access_tokens: { test: 'own-test', live: 'own-live' } };
    const sandbox = await freshSandbox({ accounts: [{ ...demoAccount, ...keys }] });
    const empty = await sandbox.fetch('/_sandbox/inbox');
    await sandbox.call('walletB/verify', rightFields['walletB/verify'], {
      token: 'own-test',
      apiKey: 'own-key',
    });
    const full = await sandbox.fetch('/_sandbox/inbox');
    for (const { text } of [empty, full]) {
      expect(text).toContain('X-API-KEY: $GATEWAY_API_KEY');
      expect(text).not.toMatch(/own-(key|test|live)|demo_secret_key/);
    }
  });
});

describe('Buttons without JavaScript', () => {
  test.each([
    ['http://localhost/_sandbox/inbox?search=0945678901', '/_sandbox/inbox?search=0945678901'],
    ['http://localhost/_sandbox/inbox/0945678901', '/_sandbox/inbox/0945678901'],
    ['http://localhost/_sandbox/transactions', '/_sandbox/inbox'],
    ['https://evil.example//evil.example/', '/_sandbox/inbox'],
    ['', '/_sandbox/inbox'],
  ])('pressed on %s lead back to %s', async (referer, back) => {
    const sandbox = await freshSandbox();
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    const answer = await sandbox.fetch('/_sandbox/inbox/1/lock', {
      method: 'POST',
      headers: { Referer: referer },
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, back]);
  });
});

describe('The phone of one account', () => {
  test('shows its codes and numbers only, also when searched, and its links keep the account', async () => {
    const sandbox = await freshSandbox();
    const { json } = await sandbox.control('accounts', { id: 'tenant' });
    const keys = { token: json.access_tokens.test, apiKey: json.api_key };
    const fields = rightFields['walletA/verify'];
    await sandbox.call('walletA/verify', { ...fields, mobile_number: '0911111111' });
    await sandbox.call('walletA/verify', { ...fields, mobile_number: '0912222222' }, keys);
    for (const query of ['?account=tenant', '?account=tenant&search=walletA', '/0912222222?account=tenant']) {
      const { text } = await sandbox.fetch(`/_sandbox/inbox${query}`);
      expect(text.match(/data-mobile-number="\d+"/g)).toEqual(['data-mobile-number="0912222222"']);
      expect(text).not.toContain('0911111111');
      expect(text).toContain('href="/_sandbox/inbox/0912222222?account=tenant"');
      expect(text).toContain('<input type="hidden" name="account" value="tenant">');
    }
    const other = await sandbox.fetch('/_sandbox/inbox/0911111111?account=tenant');
    expect(other.text).not.toContain('data-testid="code"');
    const all = await sandbox.fetch('/_sandbox/inbox');
    expect(all.text.match(/data-testid="code"/g)).toHaveLength(2);
  });
});
