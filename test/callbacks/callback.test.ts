import { describe, expect, it } from 'vitest';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { rightFields } from '../support/sandbox.ts';

describe('Callback to the merchant', () => {
  it('The aggregator sends a POST with a JSON body to callback_url when the transaction is completed', async () => {
    const sandbox = await freshSandbox();
    const merchant = await freshMerchant();
    await sandbox.call('aggregator/confirm', {
      ...rightFields['aggregator/confirm'],
      callback_url: `${merchant.url}/cb?shop=1`,
    });
    const approved = await sandbox.control('checkouts/token-1/approve', { payment_method: 'method_3' });
    expect(approved.status).toBe(200);
    const [arrival] = await merchant.arrived(1);
    expect(arrival?.method).toBe('POST');
    expect(arrival?.url).toBe('/cb?shop=1');
    expect(arrival?.body).toBe(
      '{"gateway":"aggregator","approved":"1","amount":"10.00","invoice_no":"INV-1","paymet_method":"method_3",' +
        '"transaction_id":"100001","hashed":"' +
        JSON.parse(arrival?.body ?? '{}').hashed +
        '"}',
    );
    expect((await sandbox.control('callbacks/settled?wait=5s', {})).json).toEqual({ settled: true });
    const { data } = (await sandbox.control('callbacks')).json;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      status: 'delivered',
      attempts: [{ number: 1, answer: { status: 200, body: 'ok' } }],
    });
  });
});
