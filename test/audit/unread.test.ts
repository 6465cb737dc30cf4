import { describe, expect, it } from 'vitest';
import { unreadMend } from '../../src/audit/unread.ts';
import { started } from '../support/started.ts';
import { allResults, shopMeans } from './audit-options.ts';
import { orderShop } from './order-shop.ts';
import { audited, of, pathOf } from './shop-audit.ts';

describe('A refusal is CSRF protection', () => {
  it.each([
    ['POST', 419, ''],
    ['POST', 403, '<title>403</title><p>CSRF verification failed. Request aborted.</p>'],
    ['POST', 403, '{"message":"CSRF token mismatch."}'],
  ] as const)('for a %s, a %d, and the body %s', (method, status, body) => {
    expect(unreadMend({ method, status, body })).toMatch(/^Leave the address of the callback out of CSRF/);
  });

  it.each([
    ['GET', 403, 'CSRF verification failed.'],
    ['GET', 419, ''],
    ['POST', 400, 'CSRF'],
    ['POST', 403, '<meta name="csrf-token" content="x"><p>Invalid signature</p>'],
    ['POST', 403, '<script>window.csrf = "x";</script><p>Invalid signature</p>'],
    ['POST', 403, '<form><input name="csrfmiddlewaretoken" value="x"></form>Invalid signature'],
  ] as const)('not for a %s, a %d, and the body %s', (method, status, body) => {
    expect(unreadMend({ method, status, body })).toBeUndefined();
  });
});

it.each(['<', '<script ', '<a "'])('a page of many %j is read at once', (part) => {
  const startedAt = performance.now();
  unreadMend({ method: 'POST', status: 403, body: part.repeat(200_000) });
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

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
