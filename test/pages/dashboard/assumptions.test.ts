import { describe, expect, test } from 'vitest';
import { fixedAssumptions } from '../../../src/settings/fixed-assumptions.ts';
import { settingEntries } from '../../../src/settings/settings.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';
import { settingIn, wordsOf } from '../../support/tool-page.ts';

const pageOf = async (sandbox: TestSandbox) => (await sandbox.fetch('/_sandbox/settings')).text;

describe('The assumptions on the settings page', () => {
  test('include every setting with its reason, its confidence and an anchor', async () => {
    const page = await pageOf(await freshSandbox());
    for (const [name, { reason, confidence = '' }] of settingEntries) {
      const row = settingIn(page, name);
      expect(row.replaceAll(' ', '')).toContain(reason.replaceAll(/[` ]/g, ''));
      expect(row).toContain(confidence === '-' ? 'Our own choice' : confidence && `Confidence ${confidence}`);
    }
  });

  test('include what no setting changes', async () => {
    const { text } = await (await freshSandbox()).fetch('/_sandbox/settings?show=assumptions');
    const words = wordsOf(text);
    for (const { question, reason, id } of fixedAssumptions)
      expect(words).toContain(`${question} ${reason} ${id}`);
  });

  test('count the answers that relied on a setting', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    await sandbox.call('walletB/verify', rightFields['walletB/verify']);
    await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    const page = await pageOf(sandbox);
    expect(settingIn(page, 'otp.lifetime')).toContain('Responses 2');
    expect(settingIn(page, 'checkout.lifetime')).toContain('Responses 1');
    expect(settingIn(page, 'rate_limit')).toContain('Responses 0');
    expect(settingIn(page, 'strict')).not.toContain('Answers');
    expect(wordsOf(page)).toContain('the newest 10,000 logged requests');
  });

  test('show the default in each profile where they differ, and what public clients do', async () => {
    const page = await pageOf(await freshSandbox());
    expect(settingIn(page, 'card.callback')).toMatch(
      /Public clients: 3 of 12 clients .* Profiles: documented, observed both compatible browser/,
    );
    expect(settingIn(page, 'error.fields')).toContain('Profiles: documented off observed, compatible on');
    expect(settingIn(page, 'otp.repeat_window')).toContain('Profiles: documented, observed 0s compatible 5s');
    expect(settingIn(page, 'signature.layout')).toContain('1 of 12 clients');
    expect(settingIn(page, 'signature.layout')).not.toContain('Profiles:');
    expect(settingIn(page, 'profile')).not.toContain('Profiles:');
  });

  test('say which error a setting gives', async () => {
    const page = await pageOf(await freshSandbox());
    expect(settingIn(page, 'maintenance_mode')).toContain('Gives MAINTENANCE_MODE .');
    expect(settingIn(page, 'rate_limit')).toContain('Gives TOO_MAY_REQUESTS .');
    expect(settingIn(page, 'sandbox_transaction_limit')).toContain(
      'Gives SANDBOX_TRANSACTION_LIMIT_EXCEEDED .',
    );
    expect(settingIn(page, 'limits.maximum_amount')).toContain('Gives AMOUNT_EXCEEDED_MAXIMUM .');
  });
});
