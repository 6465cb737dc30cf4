import { describe, expect, it } from 'vitest';
import { confirm, decide, decline, extend } from '../../../src/flows/checkout.ts';
import { deliveryChoice } from '../../../src/flows/delivery.ts';
import { finishedOf } from '../../../src/flows/session.ts';
import { methodKind } from '../../../src/flows/steps.ts';
import { gateways } from '../../../src/gateways/index.ts';
import type { Runtime } from '../../../src/runtime/runtime.ts';
import type { SettingName } from '../../../src/settings/settings.ts';
import { atCode, countingCodes } from '../../support/at-code.ts';
import { decided, startCheckout } from '../../support/checkouts.ts';
import { freshSandbox } from '../../support/fresh.ts';
import { startOfTest, type TestSandbox } from '../../support/sandbox.ts';

const lifetimeMs = 30 * 60_000;
const usual = (runtime: Runtime) => deliveryChoice(runtime, 'INV-1', {});

/** The message about an action after the time is up but before the expiry is processed. */
function lateAct(sandbox: TestSandbox, atMs: number, act: (runtime: Runtime) => unknown): Promise<unknown> {
  const { store, clock } = sandbox.runtime;
  return store.commit(() => {
    clock.advance(atMs);
    return act(sandbox.runtime);
  });
}

describe('A session ends at its time, to the millisecond, also where nobody has noted it yet', () => {
  it.each([
    [
      'a payment',
      (runtime: Runtime) => decide(runtime, 'token-1', 'completed', undefined, usual(runtime)).status,
    ],
    [
      'a cancel',
      (runtime: Runtime) => decide(runtime, 'token-1', 'canceled', undefined, usual(runtime)).status,
    ],
    ['a decline', (runtime: Runtime) => decline(runtime, 'token-1', 'declined', true)],
    ['more time', (runtime: Runtime) => extend(runtime, 'token-1', 60_000)],
  ])('%s comes too late', async (_, act) => {
    const tooLate = await freshSandbox();
    await startCheckout(tooLate, 'cardgw');
    await expect(lateAct(tooLate, lifetimeMs, act)).rejects.toMatchObject({
      name: 'CheckoutRefused',
      message: 'This checkout is expired already.',
      reason: 'decided',
      status: 'expired',
    });
    await tooLate.runtime.alarms.idle();
    expect((await tooLate.control('checkouts/token-1')).json).toMatchObject({
      status: 'expired',
      decline_reason: null,
      expires_at: new Date(startOfTest + lifetimeMs).toISOString(),
    });
    const inTime = await freshSandbox();
    await startCheckout(inTime, 'cardgw');
    await expect(lateAct(inTime, lifetimeMs - 1, act)).resolves.toBeDefined();
    expect((await inTime.control('events?type=transaction.expired')).json.data).toEqual([]);
  });
});

describe('A way back', () => {
  it('is there for a payment and a cancel', async () => {
    const sandbox = await freshSandbox();
    for (const [index, decision] of (['approve', 'cancel'] as const).entries()) {
      const token = await startCheckout(sandbox, 'cardgw', { invoice_no: `INV-${index}` });
      await decided(sandbox, token, decision);
      expect(finishedOf(sandbox.runtime, token).outcome).toBe(['completed', 'canceled'][index]);
    }
  });

  it('is not there where nobody has a session, or where it has not ended so', async () => {
    const sandbox = await freshSandbox();
    const token = await startCheckout(sandbox, 'cardgw');
    expect(() => finishedOf(sandbox.runtime, 'nobody')).toThrow('There is no checkout with this token.');
    expect(() => finishedOf(sandbox.runtime, token)).toThrow('This checkout is started already.');
    await sandbox.control(`checkouts/${token}/expire`, {});
    expect(() => finishedOf(sandbox.runtime, token)).toThrow('This checkout is expired already.');
  });
});

describe('What a method asks for', () => {
  it('is nothing that is known of a method that the gateway has not', async () => {
    const { runtime } = await freshSandbox({ methods: { method_1: 'card' } });
    const { aggregator, cardgw } = gateways;
    expect(methodKind(runtime, aggregator, 'method_1')).toBe('card');
    expect(methodKind(runtime, aggregator, 'method_2')).toBe('wallet');
    expect(methodKind(runtime, aggregator, 'toString')).toBeUndefined();
    expect(methodKind(runtime, cardgw, 'method_1')).toBeUndefined();
  });
});

it('A code for another process than that of the page neither pays nor counts', async () => {
  const { send, otps, checkout } = await atCode();
  for (const path of ['pay', 'resend']) {
    const { status, headers } = await send(path, { step: 'code', process_id: '1', code: '123456' });
    expect([status, headers.get('location')]).toEqual([303, '/checkout/result?token=token-1&lang=en']);
  }
  expect(await otps()).toMatchObject([{ status: 'active', attempts: 0 }]);
  expect((await checkout()).status).toBe('started');
});

describe('Another code', () => {
  it('is not sent for a process that a tester has locked', async () => {
    const { sandbox, send, otps } = await atCode('localbankcards', { ids: countingCodes() });
    const [{ id, process_id: processId }] = await otps();
    await sandbox.control(`otps/${id}/lock`, {});
    await sandbox.control('clock/advance', { by: '2m' });
    const { status, headers } = await send('resend', { step: 'code', process_id: processId });
    expect([status, headers.get('location')]).toEqual([303, '/checkout/result?token=token-1&lang=en']);
    expect((await otps()).map(({ status }: { status: string }) => status)).toEqual(['locked']);
  });

  it('is sent for one that is open', async () => {
    const { sandbox, send, otps } = await atCode('localbankcards', { ids: countingCodes() });
    const [{ process_id: processId }] = await otps();
    await sandbox.control('clock/advance', { by: '2m' });
    await send('resend', { step: 'code', process_id: processId });
    expect((await otps()).map(({ code, status }: Record<string, string>) => [code, status])).toEqual([
      ['000002', 'active'],
      ['000001', 'superseded'],
    ]);
  });
});

it('A flow that reads a field which its gateway does not require is told so', async () => {
  const { runtime } = await freshSandbox();
  const account = runtime.store.accounts.get('demo');
  if (!account) throw new Error('The demo account is there.');
  const exchange = {
    account,
    mode: 'test',
    gateway: gateways.cardgw,
    fields: new Map([['return_url', 'https://shop.example/']]),
    amount: { text: '10.00', hundredths: 1000 },
    notes: { lint: new Set<string>(), assumptions: new Set<SettingName>() },
  } as const;
  expect(() => confirm(runtime, exchange)).toThrow(new TypeError('cardgw has no required field invoice_no'));
});
