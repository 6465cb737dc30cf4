import { expect, it } from 'vitest';
import type { ReadState, State } from '../../src/audit/state.ts';
import { started } from '../support/started.ts';
import { allResults, failed, shopMeans } from './audit-options.ts';
import { type Around, orderShop } from './order-shop.ts';
import { of } from './shop-audit.ts';

const cachedMs = 120;

/** An audit of the Node example, whose check repeats its last answer for a moment. */
async function audited(around?: Around) {
  const { url } = await orderShop(undefined, around);
  const options = shopMeans(await started(), url);
  const kept = new Map<string, { readonly state: State; readonly until: number }>();
  const readState: ReadState = async (invoiceNo) => {
    const last = kept.get(invoiceNo);
    if (last && Date.now() < last.until) return last.state;
    const state = (await options.readState?.(invoiceNo)) ?? expect.fail('There is no check.');
    kept.set(invoiceNo, { state, until: Date.now() + cachedMs });
    return state;
  };
  return allResults({ ...options, readState, patienceMs: 2 * cachedMs }, 'aggregator');
}

it('a correct app passes, and an app that accepts a wrong hash fails', async () => {
  expect(failed(await audited())).toEqual([]);
  const paid = new Set<string>();
  const results = await audited(async (request, next) => {
    const { pathname } = new URL(request.url);
    const isPaid = paid.has(pathname.replace('/orders/', ''));
    if (isPaid && request.method === 'GET') return Response.json({ status: 'paid', paid_times: 1 });
    if (pathname !== '/callback') return next();
    const { invoice_no: invoiceNo } = (await request.clone().json()) as { readonly invoice_no: string };
    paid.add(invoiceNo);
    await next();
    return new Response('ok');
  });
  for (const id of ['forged-hash', 'no-hash', 'forged-cancel']) expect(of(results, id)?.verdict).toBe('fail');
});
