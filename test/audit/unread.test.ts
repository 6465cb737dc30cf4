import { describe, expect, it } from 'vitest';
import { unreadMend } from '../../src/audit/unread.ts';
import { started } from '../support/started.ts';
import { allResults, shopMeans } from './audit-options.ts';
import { type Around, orderShop } from './order-shop.ts';
import { audited, of, pathOf } from './shop-audit.ts';

describe('A refusal is CSRF protection', () => {
  it.each([
    ['POST', 419, ''],
    ['POST', 403, '<title>403</title><p>CSRF verification failed. Request aborted.</p>'],
    ['POST', 403, '{"message":"CSRF token mismatch."}'],
    ['POST', 400, '<p>The CSRF token is missing.</p>'],
    ['POST', 400, '<p>The CSRF tokens do not match.</p>'],
    ['POST', 400, '<p>Session expired (invalid CSRF token)</p>'],
    ['POST', 403, '<pre>ForbiddenError: invalid csrf token<br> &nbsp; &nbsp;at csrf (index.js:112:19)</pre>'],
    ['POST', 403, '{"detail":"CSRF Failed: CSRF token missing."}'],
  ] as const)('for a %s, a %d, and the body %s', (method, status, body) => {
    expect(unreadMend({ method, status, body })).toMatch(/^Leave the address of the callback out of CSRF/);
  });

  it.each([
    ['GET', 403, 'CSRF verification failed.'],
    ['GET', 419, ''],
    ['POST', 500, 'CSRF verification failed.'],
    ['POST', 400, '<pre>Error: Invalid signature<br> &nbsp; &nbsp;at csrfProtection (app.js:9:3)</pre>'],
    [
      'POST',
      400,
      `<h1>BadRequest at /callback/</h1><pre class="exception_value">invalid signature</pre>
      <td>middleware_method</td><td>&lt;bound method CsrfViewMiddleware.process_view of &lt;CsrfViewMiddleware&gt;&gt;</td>
      <td>CSRF_COOKIE_NAME</td><td>'csrftoken'</td><td>CSRF_FAILURE_VIEW</td><td>'django.views.csrf.csrf_failure'</td>
      <td>CSRF_USE_SESSIONS</td><td>False</td><td>MIDDLEWARE</td><td>'django.middleware.csrf.CsrfViewMiddleware'</td>`,
    ],
    ['POST', 403, '{"error":"Forbidden","csrfToken":"abc"}'],
    ['POST', 403, '<meta name="csrf-token" content="x"><p>Invalid signature</p>'],
    ['POST', 403, '<script>window.csrf = "x";</script><p>Invalid signature</p>'],
    ['POST', 403, '<form><input name="csrfmiddlewaretoken" value="x"></form>Invalid signature'],
  ] as const)('not for a %s, a %d, and the body %s', (method, status, body) => {
    expect(unreadMend({ method, status, body })).toBeUndefined();
  });
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
