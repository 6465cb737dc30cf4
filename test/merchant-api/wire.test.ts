import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { expectCodeless, expectRefusal } from '../support/merchant-api.ts';
import {
  type Answer,
  type CallOptions,
  type Fields,
  merchantCall,
  rightFields,
  type TestSandbox,
} from '../support/sandbox.ts';

let sandbox: TestSandbox;
let url: string;
beforeEach(async () => {
  sandbox = await freshSandbox();
  url = await sandbox.listen();
});

type Call = (path: string, fields?: Fields, options?: CallOptions) => Promise<Answer>;

const inProcess: Call = (path, fields, options) => sandbox.call(path, fields, options);

const overSocket: Call = async (path, fields = {}, options) => {
  const response = await fetch(`${url}/api/v1/transaction/${path}`, merchantCall(fields, options));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
};

describe.each([
  ['In process', inProcess],
  ['Over a socket', overSocket],
])('%s', (_way, call) => {
  it('A payment by walletA', async () => {
    const verify = await call('walletA/verify', rightFields['walletA/verify']);
    expect(verify.text).toBe(
      '{"status":200,"result":{"process_id":1000000000001},"message":"OTP has been sent to your mobile number"}',
    );
    const paid = await call('walletA/confirm', {
      process_id: '1000000000001',
      code: '123456',
      amount: '10.00',
      invoice_no: 'INV-1',
    });
    expect(paid.status).toBe(200);
    expect(paid.text).toBe(
      '{"status":200,"result":{"transaction_id":100001,"amount":"10.00"},"message":"Transaction completed successfully"}',
    );
  });

  it('A payment by walletB', async () => {
    await call('walletB/verify', rightFields['walletB/verify']);
    const paid = await call('walletB/confirm', {
      process_id: '1000000000001',
      code: '1234',
      amount: '10',
      invoice_no: 'INV-1',
    });
    expect(paid.json.result).toEqual({ transaction_id: 100_001, amount: '10' });
  });

  it.each(['localbankcards/confirm', 'cardgw/confirm', 'aggregator/confirm'] as const)(
    '%s',
    async (endpoint) => {
      const answer = await call(endpoint, rightFields[endpoint]);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.text).toBe(
        `{"status":200,"result":{"code":"CHECKOUT_REDIRECT","redirect_url":"${url}/checkout?token=token-1"}}`,
      );
    },
  );

  it('Multipart', async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(rightFields['walletB/verify'])) body.set(name, value);
    expect((await call('walletB/verify', {}, { body })).status).toBe(200);
  });

  it('Wrong keys', async () => {
    expectRefusal(await call('walletA/verify', {}, { token: 'nobody' }), 'UNAUTHORIZED');
  });

  it('Wrong fields', async () => {
    expectRefusal(await call('walletB/verify', {}), 'INVALID_INPUTS', {
      mobile_number: ['is required'],
      amount: ['is required'],
    });
  });

  it('A wrong amount', async () => {
    const answer = await call('walletB/verify', { ...rightFields['walletB/verify'], amount: '0.00' });
    expectRefusal(answer, 'AMOUNT_NOT_ALLOWED');
  });

  it('A used invoice_no', async () => {
    await call('cardgw/confirm', rightFields['cardgw/confirm']);
    expectRefusal(await call('cardgw/confirm', rightFields['cardgw/confirm']), 'INVALID_INPUTS', {
      invoice_no: ['has been used before'],
    });
  });

  it('JSON where a form belongs', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await call('walletB/verify', {}, { headers, body: '{}' });
    expect(answer.status).toBe(422);
    expect(answer.json.error.message).toContain('application/json');
  });

  it('An unknown gateway', async () => {
    expectCodeless(await call('walletC/verify'), 404);
  });

  it('A wrong method', async () => {
    const answer = await call('walletA/verify', {}, { method: 'PUT' });
    expectCodeless(answer, 405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('A body over 64 KiB', async () => {
    expectCodeless(await call('walletA/verify', { mobile_number: 'x'.repeat(65_536) }), 413);
  });

  it('Text beyond ASCII, as it was sent', async () => {
    const invoice_no = 'فاتورة 😀 é~*';
    await call('cardgw/confirm', { ...rightFields['cardgw/confirm'], invoice_no });
    expect((await sandbox.control('transactions/100001')).json.invoice_no).toBe(invoice_no);
  });
});
