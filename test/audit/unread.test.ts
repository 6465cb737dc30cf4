import { describe, expect, it } from 'vitest';
import { started } from '../support/started.ts';
import { allResults, shopMeans } from './audit-options.ts';
import { type Around, orderShop } from './order-shop.ts';
import { audited, of, pathOf } from './shop-audit.ts';

it('a shop whose page of a wrong hash has a token for its own forms gets the advice about the hash', async () => {
  const page = '<meta name="csrf-token" content="x"><p>Invalid signature</p>';
  const results = await audited(async (request, next) =>
    pathOf(request) === '/callback' ? new Response(page, { status: 403 }) : next(),
  );
  expect(of(results, 'genuine')?.case.mend).toMatch(/^Compare hashed with /);
});

it('a handler that fails on a cancel is told what a cancel gets', async () => {
  const { url } = await orderShop(undefined, async (request, next) =>
    /canceled"?[:=]"?1/.test(request.url) ? new Response('TypeError', { status: 500 }) : next(),
  );
  const results = await allResults(shopMeans(await started(), url), 'localbankcards', 'canceled');
  expect(of(results, 'canceled')).toMatchObject({
    verdict: 'fail',
    reason: expect.stringMatching(/^The handler broke on a canceled payment: /),
    case: {
      mend: expect.stringMatching(
        /^The handler failed: see your app’s log\. A cancel is a genuine message too/,
      ),
    },
  });
});

describe('A forgery that breaks the handler', () => {
  const noHash = async (around: Around) => {
    const { url } = await orderShop(undefined, around);
    return of(await allResults(shopMeans(await started(), url), 'aggregator', 'no-hash'), 'no-hash');
  };

  it('is told as one that pays, if it has paid before', async () => {
    const paid = new Set<string>();
    const result = await noHash(async (request, next) => {
      const invoice = /"invoice_no":"([^"]+)"/.exec(await request.clone().text())?.[1];
      if (paid.has(pathOf(request).replace('/orders/', '')))
        return Response.json({ status: 'paid', paid_times: 1 });
      const answer = await next();
      if (pathOf(request) !== '/callback' || answer.status < 400 || invoice === undefined) return answer;
      paid.add(invoice);
      return new Response('KeyError', { status: 500 });
    });
    expect(result).toMatchObject({
      verdict: 'fail',
      reason:
        'The order is paid after a callback without a hash, on which the handler broke: Callback answered 500.',
      case: { mend: expect.not.stringContaining('The handler failed') },
    });
  });

  it('is told as one that breaks it, if the check fails then', async () => {
    let isLocked = false;
    const result = await noHash(async (request, next) => {
      if (isLocked && pathOf(request).startsWith('/orders/')) return new Response('locked', { status: 503 });
      const answer = await next();
      if (pathOf(request) !== '/callback' || answer.status < 400) return answer;
      isLocked = true;
      return new Response('locked', { status: 500 });
    });
    expect(result).toMatchObject({
      verdict: 'fail',
      reason: 'The handler broke on a callback without a hash: Callback answered 500.',
      case: { mend: expect.stringContaining('The handler failed') },
    });
  });
});
