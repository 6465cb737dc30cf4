import { describe, expect, it } from 'vitest';
import { gatewayTokens } from '../../src/gateways/index.ts';
import { tamperings } from '../../src/settings/delivery.ts';
import { opened, openShop } from './open-shop.ts';

const paidOnce = { status: 'paid', times_paid: 1 };
const unpaid = { status: 'pending', times_paid: 0 };

describe('An order of the demo shop', () => {
  it.each(['localbankcards', 'cardgw', 'aggregator'])(
    '%s: is paid when the callback arrives',
    async (gateway) => {
      const shop = await openShop();
      const [invoice, checkout] = await opened(shop, gateway);
      expect(await shop.books(invoice)).toEqual(unpaid);
      await shop.sandbox.control(`checkouts/${checkout}/approve`, {});
      await shop.sandbox.control('callbacks/settled?wait=10s', {});
      expect(await shop.books(invoice)).toEqual(paidOnce);
      const page = await shop.page(`/en/orders/${invoice}`);
      expect(page).toContain('data-status="paid"');
      expect(page).toContain('<b>Callback</b>');
      expect(page).toContain('Signature is valid.');
    },
  );

  it.each([
    ['walletA', '0912345678'],
    ['walletB', '0945678901'],
  ])(
    '%s: is paid by the code, in whatever digits and however spaced it is typed',
    async (gateway, mobile) => {
      const shop = await openShop();
      const answer = await shop.order({ gateway, mobile_number: mobile, birth_year: '1990' }, 'ar');
      const invoice = await shop.newest();
      expect(answer.headers.get('location')).toBe(`/ar/orders/${invoice}`);
      const pay = (code: string) =>
        fetch(`${shop.url}/ar/orders/${invoice}/code`, {
          method: 'POST',
          body: new URLSearchParams({ code }),
        });
      const { code } = (await shop.sandbox.control(`otps/latest?mobile_number=${mobile}`)).json;
      const wrong = await (
        await pay(code.replace(/.$/, (last: string) => String((Number(last) + 1) % 10)))
      ).text();
      expect(wrong).toContain('role="alert"');
      expect(await shop.books(invoice)).toEqual(unpaid);
      const arabic = code.replace(/\d/g, (digit: string) => String.fromCharCode(0x6_60 + Number(digit)));
      expect(await (await pay(`\u200e${arabic.slice(0, 3)} - ${arabic.slice(3)}`)).text()).toContain(
        'data-status="paid"',
      );
      expect(await shop.books(invoice)).toEqual(paidOnce);
    },
  );

  it('is paid once by a callback that comes three times', async () => {
    const shop = await openShop();
    const [invoice, checkout] = await opened(shop, 'aggregator');
    await shop.sandbox.control(`checkouts/${checkout}/approve`, { copies: 3 });
    await shop.sandbox.control('callbacks/settled?wait=10s', {});
    expect(await shop.books(invoice)).toEqual(paidOnce);
    expect((await shop.page(`/en/orders/${invoice}`)).match(/data-effect="\w+"/g)).toEqual([
      'data-effect="paid"',
      'data-effect="repeated"',
      'data-effect="repeated"',
    ]);
  });

  it.each(tamperings)(
    'is not paid by a forged callback (%s), and then by the genuine one',
    async (tamper) => {
      for (const gateway of ['aggregator', 'cardgw']) {
        const shop = await openShop();
        const [invoice, checkout] = await opened(shop, gateway);
        const { callbacks } = (await shop.sandbox.control(`checkouts/${checkout}/approve`, { tamper })).json;
        const [forged, genuine] = callbacks;
        await expect
          .poll(
            async () => (await shop.sandbox.control(`callbacks/${forged}`)).json.attempts[0]?.answer?.status,
          )
          .toEqual(expect.any(Number));
        expect(await shop.books(invoice)).toMatchObject({ times_paid: 0 });
        await shop.sandbox.control(`callbacks/${genuine}/release`, {});
        await expect.poll(() => shop.books(invoice)).toEqual(paidOnce);
      }
    },
  );

  it('is not paid by the return of a gateway that has a callback of its own, and says that it waits', async () => {
    const shop = await openShop();
    const [invoice, checkout] = await opened(shop, 'aggregator');
    const decided = (await shop.sandbox.control(`checkouts/${checkout}/approve`, { hold: true })).json;
    const back = await (await fetch(decided.return_url, { headers: { Accept: 'text/html' } })).text();
    expect(back).toContain('Checking your payment');
    expect(back).toContain('<meta http-equiv="refresh" content="2">');
    expect(await shop.books(invoice)).toEqual(unpaid);
    await shop.sandbox.control(`callbacks/${decided.callbacks[0]}/release`, {});
    await expect.poll(() => shop.books(invoice)).toEqual(paidOnce);
    expect(await shop.page(`/en/orders/${invoice}`)).not.toContain('http-equiv="refresh"');
  });

  it.each(['aggregator', 'cardgw'])(
    '%s: is canceled when the customer cancels, and can be tried again',
    async (gateway) => {
      const shop = await openShop();
      const [invoice, checkout] = await opened(shop, gateway);
      const decided = (await shop.sandbox.control(`checkouts/${checkout}/cancel`, {})).json;
      const back = await (await fetch(decided.return_url, { headers: { Accept: 'text/html' } })).text();
      expect(back).toContain('data-status="canceled"');
      expect(back).toContain('href="/en/checkout"');
      expect(await shop.books(invoice)).toEqual({ status: 'canceled', times_paid: 0 });
    },
  );
});

describe('The pages of the demo shop', () => {
  it('offer every gateway, in both languages, without a script', async () => {
    const shop = await openShop();
    for (const lang of ['ar', 'en']) {
      const checkout = await shop.page(`/${lang}/checkout`);
      for (const token of gatewayTokens) expect(checkout).toContain(`data-testid="gateway-${token}"`);
      for (const path of ['', '/checkout', '/orders', '/nothing']) {
        const page = await shop.page(`/${lang}${path}`);
        expect(page).toContain(lang === 'ar' ? '<html lang="ar" dir="rtl">' : '<html lang="en" dir="ltr">');
        expect(page).not.toContain('<script');
      }
    }
  });

  it('begin in the language of the browser', async () => {
    const { url } = await openShop();
    const start = async (languages: string) => {
      const headers = { 'Accept-Language': languages };
      return (await fetch(url, { headers, redirect: 'manual' })).headers.get('location');
    };
    expect([await start('ar-LY,ar;q=0.9'), await start('de'), await start('')]).toEqual([
      '/ar',
      '/en',
      '/en',
    ]);
  });

  it('are not found at other addresses, and take no body without end', async () => {
    const { url } = await openShop();
    for (const path of ['/fr', '/en/orders/SHOP-1', '/callback', '/en/orders/..%2f'])
      expect((await fetch(`${url}${path}`)).status).toBe(404);
    const body = 'x'.repeat(1_000_000);
    const answer = fetch(`${url}/callback`, { method: 'POST', body }).then(
      ({ status }) => status,
      () => 'closed',
    );
    expect(['closed', 413]).toContain(await answer);
  });
});
