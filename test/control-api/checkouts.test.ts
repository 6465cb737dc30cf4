import { describe, expect, it } from 'vitest';
import { decided, startCheckout } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const lost = { order: 'return-only' };
const statusOf = async (sandbox: TestSandbox, token = 'token-1') =>
  (await sandbox.control(`checkouts/${token}`)).json.status;

describe('GET checkouts', () => {
  it('shows a checkout by its token and by its whole redirect_url, percent-encoded', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'aggregator');
    const byToken = await sandbox.control('checkouts/token-1');
    expect(byToken.json).toMatchObject({
      id: 'token-1',
      transaction_id: '100001',
      gateway: 'aggregator',
      mode: 'test',
      invoice_no: 'INV-1',
      amount: '10.00',
      currency: 'LYD',
      status: 'started',
      redirect_url: 'http://127.0.0.1:4700/checkout?token=token-1',
      return_url: 'https://shop.example/return',
      callback_url: 'https://shop.example/callback',
      expires_at: '2026-01-15T12:30:00.000Z',
    });
    const whole = encodeURIComponent(byToken.json.redirect_url);
    expect((await sandbox.control(`checkouts/${whole}`)).json).toEqual(byToken.json);
  });

  it('lists the newest first, a page at a time', async () => {
    const sandbox = await freshSandbox();
    for (const index of [1, 2, 3]) await startCheckout(sandbox, 'cardgw', { invoice_no: `INV-${index}` });
    const first = (await sandbox.control('checkouts?limit=2')).json;
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual(['token-3', 'token-2']);
    const second = (await sandbox.control(`checkouts?limit=2&cursor=${first.next}`)).json;
    expect(second.data.map(({ id }: { id: string }) => id)).toEqual(['token-1']);
    expect(second.next).toBeNull();
  });
});

describe('POST checkouts/:id/approve', () => {
  it.each(['token', 'redirect_url'])('by %s completes the transaction', async (by) => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'localbankcards');
    const { redirect_url: url } = (await sandbox.control('checkouts/token-1')).json;
    const { json } = await decided(
      sandbox,
      by === 'token' ? 'token-1' : encodeURIComponent(url),
      'approve',
      lost,
    );
    expect(json).toMatchObject({ status: 'completed', callbacks: ['1'] });
    expect(json.return_url).toMatch(/^https:\/\/shop\.example\/return\?gateway=localbankcards&approved=1&/);
    expect((await sandbox.control('transactions/100001')).json.status).toBe('completed');
  });

  it('The payment method is method_1 by default; one that the gateway does not offer is refused', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'aggregator');
    await startCheckout(sandbox, 'aggregator', { invoice_no: 'INV-2' });
    await startCheckout(sandbox, 'aggregator', { invoice_no: 'INV-3' });
    await decided(sandbox, 'token-1', 'approve', lost);
    await decided(sandbox, 'token-2', 'approve', { ...lost, payment_method: 'method_5' });
    const refused = await sandbox.control('checkouts/token-3/approve', { payment_method: 'method_6' });
    expect(refused).toMatchObject({ status: 400, json: { error: { code: 'INVALID_REQUEST' } } });
    const { data } = (await sandbox.control('transactions')).json;
    const seen = data.map((each: Record<string, unknown>) => [each.status, each.payment_method]);
    expect(seen).toEqual([
      ['started', null],
      ['completed', 'method_5'],
      ['completed', 'method_1'],
    ]);
  });
});

describe('POST checkouts/:id/decline', () => {
  it('leaves the checkout open: it can still be paid', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    const { status, json } = await sandbox.control('checkouts/token-1/decline', { reason: 'no funds' });
    expect([status, json.status, json.decline_reason]).toEqual([200, 'started', 'no funds']);
    expect((await sandbox.control('callbacks')).json.data).toEqual([]);
    expect((await decided(sandbox, 'token-1', 'approve', lost)).json.status).toBe('completed');
  });

  it('final: the transaction is declined, without a callback', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    const { json } = await sandbox.control('checkouts/token-1/decline', { final: true });
    expect(json.status).toBe('declined');
    expect((await sandbox.control('checkouts/token-1/approve', {})).status).toBe(409);
    expect((await sandbox.control('callbacks')).json.data).toEqual([]);
  });
});

describe('POST checkouts/:id/cancel, expire and extend', () => {
  it('cancel: the return carries canceled, and no approved', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    const { json } = await decided(sandbox, 'token-1', 'cancel', lost);
    expect(json.status).toBe('canceled');
    expect(json.return_url).toContain('gateway=cardgw&canceled=1&amount=10.00');
    expect(json.return_url).not.toContain('approved');
  });

  it('cancel takes no payment_method', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'aggregator');
    const answer = await sandbox.control('checkouts/token-1/cancel', { payment_method: 'method_1' });
    expect(answer.status).toBe(400);
    expect(await statusOf(sandbox)).toBe('started');
  });

  it('expire: at once, without a callback', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    expect((await sandbox.control('checkouts/token-1/expire', {})).json.status).toBe('expired');
    expect((await sandbox.control('callbacks')).json.data).toEqual([]);
  });

  it('extend: moves the expiry, and the checkout expires then', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    const { json } = await sandbox.control('checkouts/token-1/extend', { by: '30m' });
    expect(json.expires_at).toBe('2026-01-15T13:00:00.000Z');
    await sandbox.control('clock/advance', { by: '3599s' });
    expect(await statusOf(sandbox)).toBe('started');
    await sandbox.control('clock/advance', { by: '1s' });
    expect(await statusOf(sandbox)).toBe('expired');
  });

  it('A checkout expires after 30 minutes, and cannot be paid then', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    await sandbox.control('clock/advance', { by: '30m' });
    expect(await statusOf(sandbox)).toBe('expired');
    expect((await sandbox.control('checkouts/token-1/approve', lost)).json.error).toEqual({
      code: 'ALREADY_DECIDED',
      message: 'This checkout is expired already.',
    });
  });
});

describe('Terminal is terminal', () => {
  const ends = [
    ['completed', 'approve', lost],
    ['canceled', 'cancel', lost],
    ['declined', 'decline', { final: true }],
    ['expired', 'expire', {}],
  ] as const;

  it.each(ends)('One that is %s is 409 ALREADY_DECIDED for everything', async (status, end, body) => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    await sandbox.control(`checkouts/token-1/${end}`, body);
    const before = (await sandbox.control('transactions/100001')).json;
    expect(before.status).toBe(status);
    for (const [what, choice] of [
      ...ends.map(([, ...rest]) => rest),
      ['decline', {}],
      ['extend', { by: 1 }],
    ] as const) {
      expect(await sandbox.control(`checkouts/token-1/${what}`, choice)).toMatchObject({
        status: 409,
        json: { error: { code: 'ALREADY_DECIDED', message: `This checkout is ${status} already.` } },
      });
    }
    expect((await sandbox.control('transactions/100001')).json).toEqual(before);
  });
});
