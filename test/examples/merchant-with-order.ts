import { createHmac } from 'node:crypto';
import { createMerchant } from '../../examples/node-merchant/src/app.ts';
import { findItem } from '../../examples/node-merchant/src/catalogue.ts';
import { findGateway } from '../../examples/node-merchant/src/gateways.ts';

const secretKey = 'demo_secret_key';

/** The example shop in this process, with one pending order for honey. */
export function shopWithOrder(token: string, gatewayUrl = 'http://gateway.test') {
  const merchantUrl = 'http://shop.test';
  const keys = { apiKey: 'demo_api_key', accessToken: 'demo_test_token', secretKey };
  const { app, orders } = createMerchant({ gatewayUrl, merchantUrl, ...keys });
  const item = findItem('honey');
  const gateway = findGateway(token);
  if (!item || !gateway) throw new Error(`no honey, or no ${token}`);
  const json = (path: string, body: string) =>
    app.request(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return {
    app,
    order: orders.create(item, gateway, { mobileNumber: '0912345678', birthYear: '1990' }),
    post: (body: string) => json('/callback', body),
    down: (down: boolean) => json('/_test/down', JSON.stringify({ down })),
    visit: (query: string) => app.request(`/return?${query}`, { headers: { 'Sec-Fetch-Mode': 'navigate' } }),
    call: (query: string) => app.request(`/return?${query}`),
  };
}

/** An aggregator callback for the honey, signed after the changes. */
export function callbackOf(invoiceNo: string, changes: Record<string, string | number> = {}): string {
  return signedJson({
    gateway: 'aggregator',
    approved: '1',
    amount: '64.50',
    invoice_no: invoiceNo,
    // Spelled like this in the document.
    paymet_method: 'method_1',
    transaction_id: '100900',
    ...changes,
  });
}

export function signedJson(fields: Record<string, string | number>): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  return JSON.stringify({ ...fields, hashed: sign(pairs.join('&')) });
}

export function cardQuery(gateway: string, invoiceNo: string, flag: 'approved=1' | 'canceled=1'): string {
  const fields = `gateway=${gateway}&${flag}&invoice_no=${invoiceNo}&amount=64.50&transaction_id=100900`;
  return `${fields}&hashed=${sign(fields)}`;
}

/** The `hashed` for a complete string. */
export function sign(signedString: string): string {
  return createHmac('sha256', secretKey).update(signedString).digest('hex').toUpperCase();
}
