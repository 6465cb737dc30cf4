import { describe, expect, it } from 'vitest';
import { decided, startCheckout } from '../support/checkouts.ts';
import { freshSandbox } from '../support/fresh.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

async function walletPaid(sandbox: TestSandbox, invoiceNo: string): Promise<void> {
  const { json } = await sandbox.call('walletA/verify', rightFields['walletA/verify']);
  await sandbox.call('walletA/confirm', {
    process_id: String(json.result.process_id),
    code: '123456',
    amount: '10.0',
    invoice_no: invoiceNo,
    customer_ip: '192.0.2.7',
  });
}

describe('GET transactions', () => {
  it("A checkout's transaction is made at its confirm, a wallet's when it is paid", async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'aggregator', { email: 'a@shop.example', lang: 'en' });
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    expect((await sandbox.control('transactions')).json.data).toEqual([
      {
        transaction_id: '100001',
        account: 'demo',
        mode: 'test',
        gateway: 'aggregator',
        invoice_no: 'INV-1',
        amount: '10.00',
        currency: 'LYD',
        status: 'started',
        payment_method: null,
        mobile_number: '0912345678',
        email: 'a@shop.example',
        customer_ip: null,
        decline_reason: null,
        checkout: 'token-1',
        created_at: '2026-01-15T12:00:00.000Z',
        decided_at: null,
        verdict: { kind: 'waiting', text: 'Waiting for the customer.', callback_id: null },
      },
    ]);
    await walletPaid(sandbox, 'INV-2');
    expect((await sandbox.control('transactions/100002')).json).toMatchObject({
      gateway: 'walletA',
      invoice_no: 'INV-2',
      amount: '10.0',
      status: 'completed',
      customer_ip: '192.0.2.7',
      checkout: null,
      decided_at: '2026-01-15T12:00:00.000Z',
    });
  });

  it.each([
    ['invoice_no=INV-2', ['100002']],
    ['gateway=cardgw', ['100003', '100002']],
    ['gateway=walletA', ['100004']],
    ['status=completed', ['100004', '100003']],
    ['status=started', ['100002', '100001']],
    ['mode=test', ['100004', '100003', '100002', '100001']],
    ['mode=live', []],
    ['account=other', []],
    ['gateway=cardgw&status=completed', ['100003']],
  ])('filtered by %s has %j', async (query, ids) => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'localbankcards', { invoice_no: 'INV-1' });
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-2' });
    await startCheckout(sandbox, 'cardgw', { invoice_no: 'INV-3' });
    await decided(sandbox, 'token-3', 'approve', { order: 'return-only' });
    await walletPaid(sandbox, 'INV-4');
    const { data } = (await sandbox.control(`transactions?${query}`)).json;
    expect(data.map((each: Record<string, unknown>) => each.transaction_id)).toEqual(ids);
  });

  it('The pages of a list hold every row once, also when rows are added between them', async () => {
    const sandbox = await freshSandbox();
    for (const index of Array(7).keys()) {
      await startCheckout(sandbox, 'cardgw', { invoice_no: `INV-${index}` });
    }
    const ids: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const { json } = await sandbox.control(`transactions?limit=3&cursor=${next}`);
      ids.push(...json.data.map((each: Record<string, unknown>) => each.transaction_id));
      next = json.next;
      await startCheckout(sandbox, 'cardgw', { invoice_no: `LATER-${ids.length}` });
    }
    expect(ids).toEqual(['100007', '100006', '100005', '100004', '100003', '100002', '100001']);
  });

  it('A list has 50 rows by default, and at most 200', async () => {
    const sandbox = await freshSandbox();
    await sandbox.runtime.store.commit(() => {
      for (let at = 0; at < 210; at += 1) {
        sandbox.runtime.store.events.insert({
          type: 'reset',
          at,
          accountId: null,
          transactionId: null,
          invoiceNo: null,
          mobileNumber: null,
          processId: null,
          data: '{}',
        });
      }
    });
    expect((await sandbox.control('events')).json.data).toHaveLength(50);
    expect((await sandbox.control('events?limit=200')).json.data).toHaveLength(200);
    expect((await sandbox.control('events?limit=201')).status).toBe(400);
  });
});

describe('GET requests', () => {
  it('shows a request with its answer and each check in order, secrets masked', async () => {
    const sandbox = await freshSandbox();
    await startCheckout(sandbox, 'cardgw');
    const { status, text, json } = await sandbox.control('requests/1');
    expect(status).toBe(200);
    for (const secret of ['demo_api_key', 'demo_test_token', 'demo_secret_key']) {
      expect(text).not.toContain(secret);
    }
    expect(json).toMatchObject({
      id: '1',
      account: 'demo',
      mode: 'test',
      gateway: 'cardgw',
      action: 'confirm',
      method: 'POST',
      path: '/api/v1/transaction/cardgw/confirm',
      status: 200,
      code: null,
      answer: { status: 200, result: { code: 'CHECKOUT_REDIRECT' } },
      transaction_id: '100001',
    });
    expect(json.body).toBe('amount=10.00&invoice_no=INV-1&return_url=https%3A%2F%2Fshop.example%2Freturn');
    expect(json.trace.length).toBeGreaterThan(8);
    for (const step of json.trace) expect(step).toMatchObject({ passed: true, check: expect.any(String) });
  });

  it('ends the trace of a refused request with the check that failed', async () => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm'], { token: 'wrong' });
    await sandbox.call('cardgw/confirm', { ...rightFields['cardgw/confirm'], amount: '1.234' });
    await startCheckout(sandbox, 'cardgw');
    await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm']);
    for (const [id, code] of [
      ['1', 'UNAUTHORIZED'],
      ['2', 'INVALID_AMOUNT_FORMAT'],
      ['4', 'INVALID_INPUTS'],
    ]) {
      const { json } = await sandbox.control(`requests/${id}`);
      expect(json.code).toBe(code);
      const passed = json.trace.map((step: { passed: boolean }) => step.passed);
      expect(passed.indexOf(false)).toBe(passed.length - 1);
    }
  });

  it.each([
    ['account=demo', ['3', '2']],
    ['gateway=walletA', ['3']],
    ['code=UNAUTHORIZED', ['1']],
    ['limit=1', ['3']],
    ['limit=2&cursor=3', ['2', '1']],
  ])('filtered by %s has %j', async (query, ids) => {
    const sandbox = await freshSandbox();
    await sandbox.call('cardgw/confirm', rightFields['cardgw/confirm'], { apiKey: 'wrong' });
    await startCheckout(sandbox, 'cardgw');
    await sandbox.call('walletA/verify', rightFields['walletA/verify']);
    const { data } = (await sandbox.control(`requests?${query}`)).json;
    expect(data.map(({ id }: { id: string }) => id)).toEqual(ids);
  });
});

describe('GET gateways', () => {
  it('names the five, their flow, currency and methods', async () => {
    const sandbox = await freshSandbox({ names: { walletB: 'acmepay', method_2: 'acme_cash' } });
    const { data } = (await sandbox.control('gateways')).json;
    const seen = data.map((each: Record<string, unknown>) => [
      each.token,
      each.name,
      each.currency,
      each.payment_methods,
    ]);
    expect(seen).toEqual([
      ['walletA', 'walletA', 'LYD', []],
      ['walletB', 'acmepay', 'LYD', []],
      ['localbankcards', 'localbankcards', 'LYD', []],
      ['cardgw', 'cardgw', 'USD', []],
      ['aggregator', 'aggregator', 'LYD', ['method_1', 'acme_cash', 'method_3', 'method_4', 'method_5']],
    ]);
  });
});
