import { expect, it } from 'vitest';
import { randomIds } from '../../src/runtime/ids.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const fields = rightFields['walletB/verify'];

/**
 * Two click handlers: the page keeps the second verify's answer, but the customer enters the code of the
 * first message.
 */
async function doubleClick(settings = {}): Promise<{ sandbox: TestSandbox; status: number }> {
  let codes = 1000;
  const ids = { ...randomIds(), code: () => String(++codes) };
  const sandbox = await freshSandbox({ settings, ids });
  await sandbox.call('walletB/verify', fields);
  const { json: second } = await sandbox.call('walletB/verify', fields);
  const { status } = await sandbox.call('walletB/confirm', {
    process_id: String(second.result.process_id),
    code: '1001',
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
