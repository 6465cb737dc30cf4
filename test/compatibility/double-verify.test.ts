import { expect, it } from 'vitest';
import { randomIds } from '../../src/runtime/ids.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const fields = rightFields['walletB/verify'];

/**
 * Two click handlers: the page keeps one verify's answer, but the customer enters the code of the other one's
 * message.
 */
async function doubleClick(
  settings = {},
  kept: 'first' | 'second' = 'second',
): Promise<{ sandbox: TestSandbox; status: number }> {
  let codes = 1000;
  const ids = { ...randomIds(), code: () => String(++codes) };
  const sandbox = await freshSandbox({ settings, ids });
  const { json: first } = await sandbox.call('walletB/verify', fields);
  const { json: second } = await sandbox.call('walletB/verify', fields);
  const { result } = kept === 'first' ? first : second;
  const { status } = await sandbox.call('walletB/confirm', {
    process_id: String(result.process_id),
    // With the setting, both have the first one.
    code: kept === 'first' && !('otp' in settings) ? '1002' : '1001',
    amount: fields.amount,
    invoice_no: 'A-1',
  });
  return { sandbox, status };
}

it('doctor --client finds the setting for a client that verifies twice and confirms the second process with the first code', async () => {
  const { sandbox, status } = await doubleClick();
  expect(status).toBe(400);
  const { json } = await sandbox.control('client/check', {});
  expect(json.config).toEqual({ settings: { otp: { repeat_window: '5s' } } });
  expect(json.questions.join()).toMatch(/Send verify once, or set `otp\.repeat_window` to `5s`\.$/);
});

it('with that setting the client works, and the doctor does not warn about the second code', async () => {
  const { sandbox, status } = await doubleClick({ otp: { repeat_window: '5s' } });
  expect(status).toBe(200);
  const { json } = await sandbox.control('client/check', {});
  expect([json.failures, json.questions]).toEqual([[], []]);
});

it('doctor --client finds it for a client that keeps the first process too, and enters the newest code', async () => {
  const { sandbox, status } = await doubleClick({}, 'first');
  expect(status).toBe(400);
  const { json } = await sandbox.control('client/check', {});
  expect(json.config).toEqual({ settings: { otp: { repeat_window: '5s' } } });
  expect(json.failures[0].reason).toMatch(
    /^The code was that of a second verify \d+ ms after the first one, but the process_id that of the first one\. Send verify once,/,
  );
  const { status: after } = await doubleClick({ otp: { repeat_window: '5s' } }, 'first');
  expect(after).toBe(200);
});

it('a verify of the same number with another token replaces no code', async () => {
  const sandbox = await freshSandbox();
  for (const token of ['demo_test_token', 'demo_live_token'])
    expect((await sandbox.call('walletB/verify', fields, { token })).status).toBe(200);
  expect((await sandbox.control('client/check', {})).json.questions).toEqual([]);
});
