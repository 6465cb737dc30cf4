import { describe, expect, it } from 'vitest';
import { failed } from './audit-options.ts';
import { audited, of } from './shop-audit.ts';

describe('an order that reads paid and counts no payment', () => {
  it('fails where only the return has paid it', async () => {
    const back = new Set<string | null>();
    const results = await audited(async (request, next) => {
      const { pathname, searchParams } = new URL(request.url);
      const answer = await next();
      if (pathname === '/return' && searchParams.get('approved') === '1' && answer.status < 400)
        back.add(searchParams.get('invoice_no'));
      const order = pathname.split('/')[2] ?? '';
      if (!pathname.startsWith('/orders/') || !back.has(order)) return answer;
      return Response.json({ ...((await answer.json()) as object), status: 'paid' });
    });
    expect(failed(results)).toEqual(['return-only']);
    expect(of(results, 'return-only')).toMatchObject({
      reason: expect.stringMatching(/; the order reads "paid", but counts no payment\.$/),
      case: { mend: expect.stringMatching(/paid_times.*--settle 5s/) },
    });
  });

  it('fails if a forgery leads to it', async () => {
    const forged = new Set<string>();
    const results = await audited(async (request, next) => {
      const { pathname } = new URL(request.url);
      const message = pathname === '/callback' ? await request.clone().text() : '';
      const answer = await next();
      if (message !== '' && answer.status === 400) forged.add(JSON.parse(message).invoice_no);
      if (!pathname.startsWith('/orders/') || !forged.has(pathname.split('/')[2] ?? '')) return answer;
      return Response.json({ ...((await answer.json()) as object), times_paid: 0 });
    });
    expect(failed(results)).toContain('no-hash');
    expect(of(results, 'no-hash')).toMatchObject({
      reason:
        'The order no longer works after a callback without a hash: the genuine callback answered 200, and the order reads "paid", but counts no payment.',
      case: { mend: expect.stringContaining('paid_times') },
    });
  });
});
