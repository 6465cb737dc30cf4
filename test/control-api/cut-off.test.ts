import { describe, expect, it } from 'vitest';
import { advance, attempted, callback, paid } from '../support/checkouts.ts';
import { dataFile } from '../support/data-file.ts';
import { freshHoldingMerchant, freshRawMerchant, freshSandbox } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { wordsOf } from '../support/tool-page.ts';

type Choice = Readonly<Record<string, unknown>>;

const settled = async (sandbox: TestSandbox, query = 'wait=10s') =>
  (await sandbox.control(`callbacks/settled?${query}`, {})).json;

const messages = [{}, { tamper: 'wrong-hash' }];
it.each(messages)(
  'An attempt that a restore cut off, %o, proves nothing: callbacks/settled waits for the next one',
  async (choice) => {
    const sandbox = await freshSandbox();
    const merchant = await freshHoldingMerchant();
    await paid(sandbox, merchant.url, choice);
    await merchant.arrived(1);
    await sandbox.control('snapshots', { name: 'sending' });
    merchant.release();
    await settled(sandbox);
    await sandbox.control('snapshots/sending/restore', {});
    const { error } = await settled(sandbox, 'wait=0s');
    expect(error).toMatchObject({
      code: 'NOT_SETTLED',
      message: expect.stringContaining('has no answer yet (cut off: '),
    });
    await advance(sandbox, '10s');
    expect(await settled(sandbox)).toEqual({ settled: true });
  },
);

describe('What the app answered last is still told after a later attempt was cut off', () => {
  type Again = (sandbox: TestSandbox) => Promise<unknown>;
  const question = 'callbacks/settled?wait=300ms';
  const shown = async (sandbox: TestSandbox) => {
    const { text } = await sandbox.fetch('/_sandbox/callbacks');
    return wordsOf(/ data-row="1".*?class="outcome">(.*?)<\/td>/s.exec(text)?.[1] ?? '');
  };
  const whole = async (sandbox: TestSandbox) => (await sandbox.control('transactions')).json.data[0];

  /** A callback that the app answered once, and whose second attempt a restore cut off. */
  async function answeredThenCutOff(reply: string, choice: Choice, again: Again, mode = 'once') {
    const sandbox = await freshSandbox({ settings: { callback: { mode } } });
    const answer = answering(reply, {}, '');
    const app = await freshRawMerchant((socket, request) => {
      if (app.requests.length === 1) answer(socket, request);
    });
    await sandbox.control('clock/freeze', {});
    await paid(sandbox, `${app.url}/callback`, choice);
    await attempted(sandbox, 1);
    await again(sandbox);
    await app.arrived(2);
    await sandbox.control('snapshots', { name: 'hanging' });
    await sandbox.control('snapshots/hanging/restore', {});
    return sandbox;
  }

  const retry = (sandbox: TestSandbox) => advance(sandbox, '10s');
  const resend = (sandbox: TestSandbox) => sandbox.control('callbacks/1/resend', {});

  it('as the refusal, while the retry is pending', async () => {
    const sandbox = await answeredThenCutOff('500 No', {}, retry, 'retry');
    expect((await sandbox.control(question, {})).json.error.message).toContain(
      'was not accepted: your app answered 500. Attempt 3 is due in ',
    );
    expect((await whole(sandbox)).verdict.text).toBe(
      'Paid. Your app does not know yet: the attempt answered 500.',
    );
  });

  it('as the refusal, when a resend was cut off', async () => {
    const sandbox = await answeredThenCutOff('500 No', {}, resend);
    const { transaction_id: id, verdict } = await whole(sandbox);
    expect((await sandbox.control(`${question}&transaction_id=${id}`, {})).json.error.message).toContain(
      'was not accepted: your app answered 500. There are no more attempts.',
    );
    expect(verdict.text).toBe('Paid, and your app does not know: the attempt answered 500.');
    expect(await shown(sandbox)).toContain('failed answered 500');
  });

  it('as the right answer to a forged callback', async () => {
    const sandbox = await answeredThenCutOff('400 No', { tamper: 'wrong-hash' }, resend);
    expect(await shown(sandbox)).toMatch(/^rejected the forgery answered 400 /);
  });
});

describe('A resend under way is cut off whatever became of its callback before', () => {
  /** A callback with this status, and a resend to which the app does not answer. */
  async function resending(data: string | undefined, status: string, reply: string, choice: Choice) {
    const sandbox = await freshSandbox({ data, settings: { callback: { mode: 'once' } } });
    const app = await freshRawMerchant(answering(reply));
    await paid(sandbox, `${app.url}/callback`, choice);
    if (Object.keys(choice).length === 0) await attempted(sandbox, 1);
    const silent = await freshHoldingMerchant();
    await sandbox.control('callbacks/1/resend', { url: silent.url });
    await silent.arrived(1);
    expect((await callback(sandbox)).status).toBe(status);
    return sandbox;
  }

  const cutOff = { duration_ms: null, answer: null, error: expect.stringMatching(/^cut off: /) };
  const newest = async (sandbox: TestSandbox) => (await callback(sandbox)).attempts.at(-1);

  it.each([
    ['delivered', '200 OK', {}],
    ['exhausted', '500 No', {}],
    ['held', '200 OK', { hold: true }],
    ['dropped', '200 OK', { order: 'return-only' }],
  ])('%s', async (status, reply, choice) => {
    const sandbox = await resending(undefined, status, reply, choice);
    await sandbox.control('snapshots', { name: 'resending' });
    expect(await newest(sandbox)).toMatchObject({ duration_ms: null, error: null });
    await sandbox.control('snapshots/resending/restore', {});
    expect([(await callback(sandbox)).status, await newest(sandbox)]).toMatchObject([status, cutOff]);
  });

  it('by a stop, too', async () => {
    const data = dataFile();
    await (await resending(data, 'delivered', '200 OK', {})).stop();
    expect(await newest(await freshSandbox({ data }))).toMatchObject(cutOff);
  });
});
