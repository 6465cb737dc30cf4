import { describe, expect, it } from 'vitest';
import { advance, startCheckout } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';
import { expectRefusal, verified } from '../support/merchant-api.ts';
import { differentCodes, type TestOptions, type TestSandbox } from '../support/sandbox.ts';

/** A sandbox whose clock is a day ahead of `back`. */
async function dayAhead(settings: TestOptions['settings']) {
  const sandbox = await freshSandbox({ settings, ids: differentCodes() });
  const { now } = (await sandbox.control('clock')).json;
  await advance(sandbox, '1d');
  return { sandbox, back: () => sandbox.control('clock/freeze', { at: now }) };
}

async function otpStates(sandbox: TestSandbox): Promise<string[]> {
  const { json } = await sandbox.control('otps');
  return json.data.map(({ status }: { status: string }) => status).toReversed();
}

describe('What happened before the clock was set back is in no period that ends now', () => {
  it('otp.resend_wait: no wait after a code that was sent in the future', async () => {
    const { sandbox, back } = await dayAhead({ otp: { resend_wait: '30s' } });
    await verified(sandbox, 'walletA');
    await back();
    await verified(sandbox, 'walletA');
    const soon = { mobile_number: '0912345678', birth_year: '1990', amount: '10.00' };
    const refused = await sandbox.call('walletA/verify', soon);
    expectRefusal(refused, 'TOO_MAY_REQUESTS');
    expect(refused.headers.get('retry-after')).toBe('30');
  });

  it('otp.repeat_window: a code that was sent in the future is not repeated', async () => {
    const { sandbox, back } = await dayAhead({ otp: { repeat_window: '5s' } });
    await verified(sandbox, 'walletA');
    await back();
    await verified(sandbox, 'walletA');
    expect(await otpStates(sandbox)).toEqual(['superseded', 'active']);
  });

  it('sandbox_transaction_limit: transactions in the future do not count', async () => {
    const { sandbox, back } = await dayAhead({
      sandbox_transaction_limit: { transactions: 1, period: '1h' },
    });
    await startCheckout(sandbox, 'localbankcards', { invoice_no: 'AHEAD' });
    await back();
    await startCheckout(sandbox, 'localbankcards', { invoice_no: 'NOW' });
    const refused = await sandbox.call('localbankcards/confirm', {
      amount: '5',
      invoice_no: 'MORE',
      return_url: 'http://127.0.0.1:9/return',
    });
    expectRefusal(refused, 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED');
  });
});
