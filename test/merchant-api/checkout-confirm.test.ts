import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { checkoutGateways, expectRefusal, without } from '../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const live = { token: 'demo_live_token' };
const currency = { localbankcards: 'LYD', cardgw: 'USD', aggregator: 'LYD' } as const;

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

describe.each(checkoutGateways)('%s confirm', (gateway) => {
  const right = rightFields[`${gateway}/confirm`];
  const endpoint = `${gateway}/confirm`;

  it('Returns the checkout success shape: exactly status and result, the token in the query of redirect_url', async () => {
    const answer = await sandbox.call(endpoint, right);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.text).toBe(
      '{"status":200,"result":{"code":"CHECKOUT_REDIRECT",' +
        '"redirect_url":"http://127.0.0.1:4700/checkout?token=token-1"}}',
    );
  });

  it('Starts a checkout that waits for the customer, with no callback yet', async () => {
    await sandbox.call(endpoint, { ...right, customer_ip: '2001:db8::1', lang: 'en' });
    expect((await sandbox.control('checkouts/token-1')).json).toMatchObject({
      id: 'token-1',
      transaction_id: '100001',
      account: 'demo',
      mode: 'test',
      gateway,
      invoice_no: 'INV-1',
      amount: '10.00',
      currency: currency[gateway],
      status: 'started',
      payment_method: null,
      customer_ip: '2001:db8::1',
      lang: 'en',
      return_url: 'https://shop.example/return',
      expires_at: '2026-01-15T12:30:00.000Z',
    });
    expect((await sandbox.control('callbacks')).json.data).toEqual([]);
  });

  it.each(Object.keys(right))('%s is required', async (name) => {
    const expected = { [name]: ['is required'] };
    expectRefusal(await sandbox.call(endpoint, without(right, name)), 'INVALID_INPUTS', expected);
    expectRefusal(await sandbox.call(endpoint, { ...right, [name]: '' }), 'INVALID_INPUTS', expected);
    expect((await sandbox.control('checkouts')).json.data).toEqual([]);
  });

  it('customer_ip and lang are optional, and count as absent when they are sent empty', async () => {
    const answer = await sandbox.call(endpoint, { ...right, customer_ip: '', lang: '' });
    expect(answer.status).toBe(200);
    const { json } = await sandbox.control('checkouts/token-1');
    expect(json).toMatchObject({ customer_ip: null, lang: 'ar' });
  });

  it.each([
    ['ar', 'ar'],
    ['en', 'en'],
    [undefined, 'ar'],
  ])('lang %s gives the page in %s', async (lang, shown) => {
    await sandbox.call(endpoint, { ...right, ...(lang && { lang }) });
    expect((await sandbox.control('checkouts/token-1')).json.lang).toBe(shown);
    expect((await sandbox.fetch('/checkout?token=token-1')).text).toContain(`<html lang="${shown}"`);
  });

  it.each(['fr', 'AR', 'En', 'ar ', ' en', 'en-US', 'ar,en', 'عربي', '0'])(
    'lang %j is refused',
    async (lang) => {
      const answer = await sandbox.call(endpoint, { ...right, lang });
      expectRefusal(answer, 'INVALID_INPUTS', { lang: ['must be `ar` or `en`'] });
    },
  );

  it.each([
    '999.1.1.1',
    '1.2.3',
    'fe80::1%eth0',
    '1.1.1.1,2.2.2.2',
    'shop.example',
    '1.1.1.1\n',
    '0x7f.0.0.1',
  ])('customer_ip %j is refused', async (customer_ip) => {
    const answer = await sandbox.call(endpoint, { ...right, customer_ip });
    expectRefusal(answer, 'INVALID_INPUTS', { customer_ip: ['must be an IPv4 or IPv6 address'] });
  });

  it('An invoice_no that was used before is 422 fields.invoice_no', async () => {
    await sandbox.call(endpoint, right);
    const answer = await sandbox.call(endpoint, right);
    expectRefusal(answer, 'INVALID_INPUTS', { invoice_no: ['has been used before'] });
    expect((await sandbox.control('checkouts')).json.data).toHaveLength(1);
  });

  it('Both modes are chosen by the token', async () => {
    expect((await sandbox.call(endpoint, { ...right, amount: '50000' }, live)).status).toBe(200);
    expect((await sandbox.control('transactions/100001')).json).toMatchObject({
      mode: 'live',
      amount: '50000',
    });
    expect((await sandbox.call(endpoint, right)).status).toBe(200);
    expect((await sandbox.control('transactions/100002')).json).toMatchObject({ mode: 'test' });
  });

  it('redirect_url works as it is', async () => {
    const { json } = await sandbox.call(endpoint, right);
    const page = await sandbox.fetch(json.result.redirect_url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('10.00');
  });
});
