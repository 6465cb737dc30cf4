import { describe, expect, it } from 'vitest';
import { attempted, callback, decided, paid, settled, startCheckout } from '../support/checkouts.ts';
import { freshMerchant, freshSandbox } from '../support/fresh.ts';
import { demoAccount } from '../support/sandbox.ts';
import { certificates, tlsMerchant } from '../support/tls-merchant.ts';

// `Object.keys` returns `string[]`.
const kinds = Object.keys(certificates) as (keyof typeof certificates)[];

describe('allow_self_signed', () => {
  it.each([
    ['self-signed', /^the TLS certificate of 127\.0\.0\.1:\d+ is self-signed$/],
    [
      'of an unknown authority',
      /^the TLS certificate of 127\.0\.0\.1:\d+ is signed by an unknown authority$/,
    ],
  ] as const)(
    'off, as it is by default: a certificate that is %s is refused in words',
    async (kind, words) => {
      const sandbox = await freshSandbox();
      const merchant = await tlsMerchant(certificates[kind]());
      await paid(sandbox, `${merchant.url}/callback`);
      await attempted(sandbox, 1);
      const { status, attempts } = await callback(sandbox);
      expect(status).toBe('pending');
      expect(attempts).toMatchObject([{ number: 1, answer: null }]);
      expect(attempts[0].error).toMatch(words);
      expect(merchant.arrivals).toEqual([]);
    },
  );

  it.each(kinds)('off: a certificate that is %s gets no callback', async (kind) => {
    const sandbox = await freshSandbox();
    const merchant = await tlsMerchant(certificates[kind]());
    await paid(sandbox, `${merchant.url}/callback`);
    await attempted(sandbox, 1);
    expect((await callback(sandbox)).attempts[0].error).toMatch(/^the TLS certificate of 127\.0\.0\.1/);
    expect(merchant.arrivals).toEqual([]);
  });

  it.each(kinds)('on: a certificate that is %s will do', async (kind) => {
    const sandbox = await freshSandbox({ accounts: [{ ...demoAccount, allow_self_signed: true }] });
    const merchant = await tlsMerchant(certificates[kind]());
    await paid(sandbox, `${merchant.url}/callback`);
    await settled(sandbox);
    expect((await callback(sandbox)).status).toBe('delivered');
    expect(merchant.arrivals).toEqual(['/callback']);
  });

  it('on: a card callback goes over TLS too', async () => {
    const sandbox = await freshSandbox({ accounts: [{ ...demoAccount, allow_self_signed: true }] });
    const merchant = await tlsMerchant(certificates['self-signed']());
    const token = await startCheckout(sandbox, 'cardgw', { return_url: `${merchant.url}/return` });
    await decided(sandbox, token, 'cancel');
    await settled(sandbox);
    expect(merchant.arrivals).toEqual([expect.stringMatching(/^\/return\?gateway=cardgw&canceled=1&/)]);
  });

  it('belongs to one account: an open connection of one that allows it serves no other', async () => {
    const other = {
      ...demoAccount,
      id: 'strict',
      api_key: 'other_key',
      access_tokens: { test: 'other_test_token', live: 'other_live_token' },
    };
    const sandbox = await freshSandbox({ accounts: [{ ...demoAccount, allow_self_signed: true }, other] });
    const merchant = await tlsMerchant(certificates['self-signed']());
    await paid(sandbox, `${merchant.url}/callback`);
    await settled(sandbox);
    await sandbox.call(
      'aggregator/confirm',
      {
        amount: '10.00',
        invoice_no: 'INV-1',
        mobile_number: '0912345678',
        return_url: 'https://shop.example/return',
        callback_url: `${merchant.url}/of-the-other`,
      },
      { token: 'other_test_token', apiKey: 'other_key' },
    );
    await decided(sandbox, 'token-2', 'approve');
    await attempted(sandbox, 2);
    expect((await callback(sandbox, '2')).attempts[0].error).toMatch(/ is self-signed$/);
    expect(merchant.arrivals).toEqual(['/callback']);
  });

  it('a change counts from the next attempt on', async () => {
    const sandbox = await freshSandbox();
    const merchant = await tlsMerchant(certificates['self-signed']());
    await paid(sandbox, `${merchant.url}/callback`);
    await attempted(sandbox, 1);
    const patched = await sandbox.control('accounts/demo', { allow_self_signed: true }, 'PATCH');
    expect(patched).toMatchObject({ status: 200, json: { allow_self_signed: true } });
    await sandbox.control('clock/advance', { by: '5s' });
    await settled(sandbox);
    expect((await callback(sandbox)).status).toBe('delivered');
  });

  it('does not make a port without TLS one with it', async () => {
    const sandbox = await freshSandbox({ accounts: [{ ...demoAccount, allow_self_signed: true }] });
    const merchant = await freshMerchant();
    await paid(sandbox, merchant.url.replace('http:', 'https:'));
    await attempted(sandbox, 1);
    expect((await callback(sandbox)).attempts[0].error).toMatch(/ does not speak TLS at this port$/);
  });
});
