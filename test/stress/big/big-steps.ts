import { type Ask, asking } from '../load/ask.ts';
import { buy } from '../load/customer.ts';
import type { RecordingMerchant } from '../load/merchant.ts';
import type { MortalServer } from '../load/mortal-server.ts';
import { gateways, orderOf } from '../load/orders.ts';

type Step = readonly [name: string, step: () => Promise<unknown>];

const control = '/_sandbox/api';

/** Everything that a tester does with a sandbox, in the report's order. */
export function bigSteps(server: MortalServer, merchant: RecordingMerchant): Step[] {
  const ask = asking(() => server.url);
  const get = (path: string) => () => right(ask, path);
  const post =
    (path: string, fields = {}) =>
    () =>
      right(ask, path, fields);
  const payments = gateways.map((gateway, number): Step => {
    const order = orderOf(number + 10 * gateways.length, 'BIG', merchant.url);
    return [`pay by ${gateway}`, () => buy(ask, order)];
  });
  return [
    ['first page of transactions', get('/_sandbox/transactions')],
    ['the same again', get('/_sandbox/transactions')],
    ['transactions by status and gateway', get('/_sandbox/transactions?status=canceled&gateway=cardgw')],
    ['transactions by invoice number', get('/_sandbox/transactions?invoice_no=GROWN-0-7')],
    ['callbacks', get('/_sandbox/callbacks')],
    ['requests', get('/_sandbox/requests')],
    ['inbox', get('/_sandbox/inbox')],
    ['overview', get('/_sandbox/')],
    ...payments,
    ['until every callback is delivered', post(`${control}/callbacks/settled?wait=10s&retries=true`)],
    ['export of 10,000 transactions as CSV', get('/_sandbox/transactions/export/csv')],
    ['export of 10,000 requests as HAR', get('/_sandbox/requests/export/har')],
    ['snapshot', post(`${control}/snapshots`, { name: 'big' })],
    ['restore of the snapshot', post(`${control}/snapshots/big/restore`)],
    ['removal of the snapshot', () => remove(`${server.url}${control}/snapshots/big`)],
    ['restart', () => restarted(server)],
    ['reset', post(`${control}/reset`)],
    ['restart after the reset', () => restarted(server)],
  ];
}

async function right(ask: Ask, path: string, fields?: Readonly<Record<string, string>>): Promise<void> {
  const { status, text } = await ask(path, fields);
  if (status >= 300) throw new Error(`${path}: ${status} ${text.slice(0, 500)}`);
}

async function remove(url: string): Promise<void> {
  const answer = await fetch(url, { method: 'DELETE' });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
}

async function restarted(server: MortalServer): Promise<void> {
  await server.kill('SIGTERM');
  await server.start();
}
