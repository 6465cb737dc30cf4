import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { codes, expectRefusal, verified, wallets, without } from '../support/merchant-api.ts';
import type { TestSandbox } from '../support/sandbox.ts';

const live = { token: 'demo_live_token' };

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

describe.each(wallets)('%s confirm', (wallet) => {
  it('Returns the wallet confirm success shape, transaction_id being a JSON number and amount the text as sent', async () => {
    const answer = await sandbox.call(`${wallet}/confirm`, await verified(sandbox, wallet));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.text).toBe(
      '{"status":200,"result":{"transaction_id":100001,"amount":"10.00"},"message":"Transaction completed successfully"}',
    );
  });

  it('The unpaid invoice is completed', async () => {
    await sandbox.call(`${wallet}/confirm`, {
      ...(await verified(sandbox, wallet)),
      customer_ip: '203.0.113.7',
    });
    const { json } = await sandbox.control('transactions/100001');
    expect(json).toMatchObject({
      transaction_id: '100001',
      account: 'demo',
      mode: 'test',
      gateway: wallet,
      invoice_no: 'INV-1',
      amount: '10.00',
      currency: 'LYD',
      status: 'completed',
      payment_method: null,
      customer_ip: '203.0.113.7',
    });
  });

  it('No callback is sent: the result is in the confirm response', async () => {
    await sandbox.call(`${wallet}/confirm`, await verified(sandbox, wallet));
    expect((await sandbox.control('callbacks')).json).toEqual({ data: [], next: null });
  });

  it('transaction_id is a whole number that rises from 100001', async () => {
    const ids: unknown[] = [];
    for (const invoice_no of ['A', 'B', 'C']) {
      const paid = await sandbox.call(`${wallet}/confirm`, {
        ...(await verified(sandbox, wallet)),
        invoice_no,
      });
      ids.push(paid.json.result.transaction_id);
    }
    expect(ids).toEqual([100_001, 100_002, 100_003]);
  });

  it.each(['process_id', 'code', 'amount', 'invoice_no'] as const)('%s is required', async (name) => {
    const right = await verified(sandbox, wallet);
    const expected = { [name]: ['is required'] };
    expectRefusal(await sandbox.call(`${wallet}/confirm`, without(right, name)), 'INVALID_INPUTS', expected);
    expectRefusal(
      await sandbox.call(`${wallet}/confirm`, { ...right, [name]: '' }),
      'INVALID_INPUTS',
      expected,
    );
  });

  it.each(['203.0.113.7', '2001:db8::1', '::ffff:10.0.0.1', ''])(
    'customer_ip %j is fine',
    async (customer_ip) => {
      const confirm = { ...(await verified(sandbox, wallet)), customer_ip };
      expect((await sandbox.call(`${wallet}/confirm`, confirm)).status).toBe(200);
    },
  );

  it.each([
    '999.1.1.1',
    '1.2.3',
    'fe80::1%eth0',
    '1.1.1.1, 2.2.2.2',
    '1.1.1.1 2.2.2.2',
    'localhost',
    ' 1.1.1.1',
    '010.1.1.1',
  ])('customer_ip %j is no address', async (customer_ip) => {
    const confirm = { ...(await verified(sandbox, wallet)), customer_ip };
    expectRefusal(await sandbox.call(`${wallet}/confirm`, confirm), 'INVALID_INPUTS', {
      customer_ip: ['must be an IPv4 or IPv6 address'],
    });
  });

  it.each([
    ['5', '5.00', '5.0'],
    ['5.00', '5', '005'],
    ['4.35', '4.35', '004.35'],
  ])(
    'After verify with %s, confirm with %s or %s is the same amount, echoed as confirm sent it',
    async (...amounts) => {
      const [amount = '', ...others] = amounts;
      for (const [index, other] of others.entries()) {
        const confirm = {
          ...(await verified(sandbox, wallet, { amount })),
          amount: other,
          invoice_no: `N-${index}`,
        };
        const paid = await sandbox.call(`${wallet}/confirm`, confirm);
        expect(paid.json.result).toEqual({ transaction_id: 100_001 + index, amount: other });
      }
    },
  );

  it('An amount that differs leaves the process open and the invoice free, and counts as no wrong code', async () => {
    const right = await verified(sandbox, wallet, { amount: '5' });
    for (let time = 0; time < 6; time += 1) {
      const refused = await sandbox.call(`${wallet}/confirm`, { ...right, amount: '6' });
      expect(refused.json.error.code).toBe(
        wallet === 'walletA' ? 'INVALID_INVOICE_AMOUNT_OR_NUMBER' : 'INVALID_INPUTS',
      );
    }
    expect((await sandbox.call(`${wallet}/confirm`, right)).status).toBe(200);
  });

  it('A wrong code keeps the process open and does not use up the invoice', async () => {
    const right = await verified(sandbox, wallet);
    const refused = await sandbox.call(`${wallet}/confirm`, { ...right, code: codes[wallet].wrong });
    expect(refused.status).toBe(400);
    expect((await sandbox.control('transactions')).json.data).toEqual([]);
    expect((await sandbox.call(`${wallet}/confirm`, right)).status).toBe(200);
  });

  it('Both modes are chosen by the token', async () => {
    const sent = { ...(await verified(sandbox, wallet, { amount: '50000' }, live)) };
    expect((await sandbox.call(`${wallet}/confirm`, sent, live)).status).toBe(200);
    expect((await sandbox.control('transactions/100001')).json.mode).toBe('live');
    expect((await sandbox.control('otps')).json.data[0].mode).toBe('live');
  });
});
