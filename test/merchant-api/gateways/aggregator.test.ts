import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../../support/fresh.ts';
import { expectCodeless, expectRefusal, loggedRequest } from '../../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../../support/sandbox.ts';

const right = rightFields['aggregator/confirm'];

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

describe('aggregator confirm: POST /api/v1/transaction/aggregator/confirm', () => {
  it('Is one step: there is no verify', async () => {
    expectCodeless(await sandbox.call('aggregator/verify', right), 404);
  });

  it.each(['0912345678', '912345678', '0900000000', '999999999', '0945678901'])(
    'mobile_number %s, which starts with 9x or 09, is taken',
    async (mobile_number) => {
      expect((await sandbox.call('aggregator/confirm', { ...right, mobile_number })).status).toBe(200);
    },
  );

  it.each(
    [
      ['0812345678', '812345678', '09123456789', '9123456789', '091234567', '91234567', '00912345678'],
      ['+218912345678', '218912345678', '91234567a', '912 345678', '912345678\n', '٩١٢٣٤٥٦٧٨'],
    ].flat(),
  )('mobile_number %j is refused', async (mobile_number) => {
    const answer = await sandbox.call('aggregator/confirm', { ...right, mobile_number });
    expectRefusal(answer, 'INVALID_INPUTS', {
      mobile_number: ['must be a mobile number: 09 or 9, and 8 digits'],
    });
  });

  it.each([
    'a@b',
    'first.last+tag@shop.example',
    "o'brien@x.ly",
    'عميل@متجر.example',
    `${'a'.repeat(250)}@b.c`,
  ])('email %j is taken and kept', async (email) => {
    expect((await sandbox.call('aggregator/confirm', { ...right, email })).status).toBe(200);
    expect((await sandbox.control('transactions/100001')).json.email).toBe(email);
  });

  it.each(
    [
      ['a', '@', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b c', ' a@b', 'a@b '],
      ['a@b\n', 'a@b\r\nBcc: c@d', 'a@\u0001b', 'a\u0085@b', 'a\u00a0@b', `${'a'.repeat(251)}@b.c`],
    ].flat(),
  )('email %j is refused', async (email) => {
    const answer = await sandbox.call('aggregator/confirm', { ...right, email });
    expectRefusal(answer, 'INVALID_INPUTS', {
      email: ['must be an email address of at most 254 characters'],
    });
  });

  it('An email that is sent empty counts as absent', async () => {
    expect((await sandbox.call('aggregator/confirm', { ...right, email: '' })).status).toBe(200);
    expect((await sandbox.control('transactions/100001')).json.email).toBeNull();
  });

  it('Every field that is wrong is named at once', async () => {
    const answer = await sandbox.call('aggregator/confirm', { email: 'x', lang: 'x', customer_ip: 'x' });
    expectRefusal(answer, 'INVALID_INPUTS', {
      amount: ['is required'],
      invoice_no: ['is required'],
      mobile_number: ['is required'],
      email: ['must be an email address of at most 254 characters'],
      return_url: ['is required'],
      callback_url: ['is required'],
      customer_ip: ['must be an IPv4 or IPv6 address'],
      lang: ['must be `ar` or `en`'],
    });
  });

  it('The return carries approved, invoice_no, hashed, in this order', async () => {
    await sandbox.call('aggregator/confirm', right);
    const { json } = await sandbox.control('checkouts/token-1/approve', { order: 'return-only' });
    expect(json.return_url).toMatch(
      /^https:\/\/shop\.example\/return\?approved=1&invoice_no=INV-1&hashed=[0-9A-F]{64}$/,
    );
  });

  it('Canceled, the browser returns with approved 0 and no callback is sent', async () => {
    await sandbox.call('aggregator/confirm', right);
    const { json } = await sandbox.control('checkouts/token-1/cancel', {});
    expect(json.return_url).toMatch(
      /^https:\/\/shop\.example\/return\?approved=0&invoice_no=INV-1&hashed=[0-9A-F]{64}$/,
    );
    expect(json.callbacks).toEqual([]);
  });
});

describe('callback_url: private and localhost addresses are not supported by the live service', () => {
  const local = [
    'http://127.0.0.1:3000/cb',
    'http://localhost/cb',
    'http://shop.localhost/cb',
    'https://[::1]/cb',
    'https://10.0.0.5/cb',
    'https://192.168.1.20:8443/cb',
    'https://172.16.0.1/cb',
    'https://100.64.0.1/cb',
    'https://[fd12::1]/cb',
    'https://[::ffff:192.168.0.1]/cb',
    'https://0x7f000001/cb',
    'https://printer.local/cb',
    'https://shop/cb',
  ];

  it.each(local)('%s is accepted with a lint note', async (callback_url) => {
    const answer = await sandbox.call('aggregator/confirm', { ...right, callback_url });
    expect(answer.status).toBe(200);
    expect((await loggedRequest(sandbox, answer)).lint).toContain(
      'callback_url: the live service refuses a callback_url with a private or local address',
    );
  });

  it.each(local)('%s is refused with strict', async (callback_url) => {
    await sandbox.control('settings', { strict: true }, 'PATCH');
    const answer = await sandbox.fetch('https://localhost:4700/api/v1/transaction/aggregator/confirm', {
      method: 'POST',
      headers: { Authorization: 'Bearer demo_test_token', 'X-API-KEY': 'demo_api_key' },
      body: new URLSearchParams({ ...right, callback_url }),
    });
    expectRefusal(answer, 'INVALID_INPUTS', {
      callback_url: ['must be publicly accessible: this address is private or local'],
    });
  });

  it('A public one has no such note, and return_url may be local in both cases', async () => {
    const answer = await sandbox.call('aggregator/confirm', {
      ...right,
      return_url: 'http://localhost:3000/',
    });
    expect((await loggedRequest(sandbox, answer)).lint).toEqual(['the live service accepts HTTPS only']);
  });
});
