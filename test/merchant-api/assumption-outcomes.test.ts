import { describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { codes, verified } from '../support/merchant-api.ts';
import { type Answer, rightFields, type TestSandbox } from '../support/sandbox.ts';
import { call, confirmed, named, overHttps, type Scenario, set, twice } from '../support/scenarios.ts';

const walletA = rightFields['walletA/verify'];
const card = rightFields['cardgw/confirm'];
const aggregator = rightFields['aggregator/confirm'];
const json = { body: JSON.stringify(walletA), headers: { 'Content-Type': 'application/json' } };
const verify: Scenario = (sandbox) => sandbox.call('walletA/verify', walletA);
const wallet = ['otp.length', 'otp.lifetime', 'process-id.form', 'verify.message'];
const refusal = ['statuses', 'error.fields'];
const repeating = { otp: { repeat_window: '5s' } };

describe('An answer does not name what it does not rest on', () => {
  it.each<[string, Scenario, readonly string[]]>([
    ['a verify', overHttps('walletB/verify', rightFields['walletB/verify']), wallet],
    ['wrong keys', overHttps('walletB/verify', {}, { token: 'nobody' }), []],
    [
      'a status without fields',
      set({ statuses: { INVALID_INPUTS: 400 } }, overHttps('walletB/verify', { amount: '10' })),
      ['statuses'],
    ],
    ['an empty invoice_no', overHttps('cardgw/confirm', { ...card, invoice_no: '' }), refusal],
    ['a missing field', overHttps('walletB/verify', { amount: '10' }), refusal],
  ])('%s over HTTPS', async (_, scenario, names) => {
    expect(named(await scenario(await freshSandbox()))).toEqual(names);
  });
});

describe('Those that both outcomes rest on are named on both', () => {
  it.each<[string, string, Scenario]>([
    [
      'JSON that is accepted',
      'requests.bodies',
      set({ requests: { bodies: 'lenient' } }, call('walletA/verify', {}, json)),
    ],
    [
      'JSON whose type is in capitals',
      'requests.bodies',
      set(
        { requests: { bodies: 'lenient' } },
        call('walletA/verify', {}, { ...json, headers: { 'Content-Type': 'Application/JSON' } }),
      ),
    ],
    [
      'fields in the query that are taken',
      'requests.query',
      set(
        { requests: { query: 'merge' } },
        call('walletB/verify?amount=10', { mobile_number: '0945678901' }),
      ),
    ],
    ['a broken body', 'requests.bodies', call('walletA/verify', {}, { ...json, body: '{' })],
    [
      'an amount above the usual maximum',
      'limits.maximum_amount',
      set(
        { limits: { maximum_amount: { test: '600' } } },
        call('walletA/verify', { ...walletA, amount: '600' }),
      ),
    ],
    ['a negative amount', 'amount.form', call('walletA/verify', { ...walletA, amount: '-1.005' })],
    [
      'a local callback_url that strict refuses',
      'callback-url.local',
      set(
        { strict: true },
        overHttps('aggregator/confirm', { ...aggregator, callback_url: 'http://127.0.0.1/cb' }),
      ),
    ],
    [
      'a callback_url of the wrong form',
      'urls.form',
      call('aggregator/confirm', { ...aggregator, callback_url: 'mailto:a' }),
    ],
    ['a code of another length', 'otp.length', confirmed({ code: '1' })],
    ['an expired code', 'otp.lifetime', expired],
    ['a superseded code', 'otp.repeat_window', superseded],
    ['a code that is sent again', 'otp.repeat_window', set(repeating, twice(verify))],
    [
      'a code that is sent again, whose first process is paid',
      'otp.repeat_window',
      set(repeating, paidFirst),
    ],
    [
      'a locked process',
      'otp.attempts',
      set({ otp: { attempts: 1 } }, twice(confirmed({ code: codes.walletA.wrong }))),
    ],
    ['another amount', 'process.once', confirmed({ amount: '11.00' })],
    ['plain HTTP that strict refuses', 'transport.http', set({ strict: true }, verify)],
    [
      'a status of the settings for UNAUTHORIZED',
      'statuses',
      set({ statuses: { UNAUTHORIZED: 403 } }, call('walletA/verify', {}, { token: 'nobody' })),
    ],
    [
      'a body that is too large',
      'errors.without-code',
      call('walletA/verify', {}, { body: 'x'.repeat(65_537) }),
    ],
    ['a wrong method', 'errors.without-code', call('walletA/verify', {}, { method: 'GET' })],
  ])('%s: %s', async (_, name, scenario) => {
    expect(named(await scenario(await freshSandbox()))).toContain(name);
  });
});

async function expired(sandbox: TestSandbox): Promise<Answer> {
  const fields = await verified(sandbox, 'walletA');
  await sandbox.control('clock/advance', { by: '5m' });
  return sandbox.call('walletA/confirm', fields);
}

/** Confirms the first of two processes that received the same code. */
async function paidFirst(sandbox: TestSandbox): Promise<Answer> {
  const fields = await verified(sandbox, 'walletA');
  await verified(sandbox, 'walletA');
  const answer = await sandbox.call('walletA/confirm', fields);
  expect(answer.status).toBe(200);
  return answer;
}

async function superseded(sandbox: TestSandbox): Promise<Answer> {
  const fields = await verified(sandbox, 'walletA');
  await verified(sandbox, 'walletA');
  return sandbox.call('walletA/confirm', fields);
}
