import { expect, it } from 'vitest';
import type { State } from '../../src/audit/state.ts';
import { started } from '../support/started.ts';
import { allResults, failed, shopMeans } from './audit-options.ts';
import { orderShop } from './order-shop.ts';
import { audited, of } from './shop-audit.ts';

it('an app passes whose orders come to read otherwise by themselves', async () => {
  const { url } = await orderShop();
  const options = shopMeans(await started(), url);
  const looks = new Map<string, number>();
  const readState = async (invoiceNo: string): Promise<State> => {
    const state = (await options.readState?.(invoiceNo)) ?? expect.fail('There is no check.');
    looks.set(invoiceNo, (looks.get(invoiceNo) ?? 0) + 1);
    const isNew = state.word === 'pending' && looks.get(invoiceNo) === 1;
    return isNew ? { ...state, word: 'new', status: 'new' } : state;
  };
  const results = await allResults({ ...options, readState }, 'aggregator');
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});

it.each([
  'canceled',
  'PaymentFailed',
  'wc-cancelled',
  'ملغي',
  'أُلْغِيَ الطلب',
  'تعذّر الدفع',
  'لاغٍ',
  'paymentfailed',
  'فشل الدفع',
  'مرفوضة',
])('an app fails whose return makes an order %j that is not validly approved', async (word) => {
  const canceled = new Set<string>();
  const results = await audited(async (request, next) => {
    const { pathname, searchParams } = new URL(request.url);
    const invoiceNo = searchParams.get('invoice_no') ?? pathname.split('/').at(-1) ?? '';
    const answer = await next();
    const isGood = answer.status < 400 && searchParams.get('approved') === '1';
    if (pathname === '/return' && !isGood) canceled.add(invoiceNo);
    if (!pathname.startsWith('/orders/') || !canceled.has(invoiceNo)) return answer;
    const state = (await answer.clone().json()) as { readonly status: string };
    return state.status === 'paid' ? answer : Response.json({ ...state, status: word });
  });
  expect(failed(results)).toEqual(['forged-cancel']);
  expect(of(results, 'forged-cancel')?.reason).toBe(
    `The order reads "${word}" after forged cancels, and read "pending" before.`,
  );
});

it('an app fails whose genuine return makes an order "failed" that waits for its callback', async () => {
  const returned = new Set<string>();
  const results = await audited(async (request, next) => {
    const { pathname, searchParams } = new URL(request.url);
    const invoiceNo = searchParams.get('invoice_no') ?? pathname.split('/').at(-1) ?? '';
    const answer = await next();
    if (pathname === '/return' && answer.status < 400) returned.add(invoiceNo);
    if (!pathname.startsWith('/orders/') || !returned.has(invoiceNo)) return answer;
    const state = (await answer.clone().json()) as { readonly status: string };
    return state.status === 'pending' ? Response.json({ ...state, status: 'failed' }) : answer;
  });
  expect(of(results, 'return-only')).toMatchObject({
    verdict: 'fail',
    reason:
      'The order reads "failed" after the genuine return, and read "pending" before; the callback is still to come.',
    mend: expect.stringContaining('Keep the order open if the customer returns before the callback'),
  });
});
