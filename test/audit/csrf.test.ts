import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../src/audit/answer-words.ts';
import { adviceOn, unreadAdvice } from '../../src/cli/pay-advice.ts';

const rails = `<h1>ActionController::InvalidAuthenticityToken in PaymentsController#callback</h1>
  <h2>Can&#39;t verify CSRF token authenticity.</h2>`;

/** The error page of a view that is exempt, as its comment says, and refuses a wrong hash. */
const djangoDebug = `<h1>BadRequest at /callback/</h1><pre class="exception_value">forged</pre>
  <pre>@csrf_exempt  # The gateway has no CSRF token.</pre><pre>raise BadRequest("forged")</pre>
  <td>CSRF_FAILURE_VIEW</td><td>'django.views.csrf.csrf_failure'</td>`;

const refused = (method: 'GET' | 'POST', status: number, body: string) => {
  const answer = { status, body, error: null, durationMs: 1, location: null, headers: [] };
  const step = {
    what: 'callback',
    method,
    url: 'http://shop.test/callback',
    answer,
    atMs: 0,
    isForged: false,
  } as const;
  return {
    audit: refusalOf(step, {}).mend,
    pay: adviceOn({ method, status, body }),
    tampered: unreadAdvice({ method, status, body }),
  };
};

const ifCsrf =
  /^If CSRF protection refused the callback before your handler read it, leave its address out of/;

describe('An answer that names CSRF protection gets both pieces of advice', () => {
  it.each([
    [403, '<title>403</title><p>CSRF verification failed. Request aborted.</p>'],
    [403, '<p>تم الفشل للتحقق من CSRF. تم إنهاء الطلب.</p>'],
    [403, '{"message":"CSRF token mismatch."}'],
    [400, '<p>Session expired (invalid CSRF token)</p>'],
    [422, rails],
    [422, '{"exception":"#<ActionController::InvalidAuthenticityToken: ActionController::Invalid…>"}'],
    [403, 'Forbidden - CSRF token not found in request'],
    [403, "HTTP 403: Forbidden ('_xsrf' argument missing from POST)"],
    [403, '{"code":"EBADCSRFTOKEN"}'],
    [400, 'The anti-forgery token could not be decrypted.'],
    [403, 'Cross-site request forgery detected'],
    [400, djangoDebug],
  ])('%d: %s', (status, body) => {
    const { audit, pay, tampered } = refused('POST', status, body);
    for (const advice of [audit, pay, tampered]) expect(advice).toMatch(ifCsrf);
    expect(audit).toMatch(/If your handler refused it, compare the hashed that it computes: /);
    expect(pay).toMatch(/If your handler rejected it, compare the signed string above /);
  });
});

describe('An answer that names none gets the advice about the hash first', () => {
  it.each([
    ['POST', 403, ''],
    ['POST', 403, 'Invalid signature'],
    ['POST', 403, 'The action you have requested is not allowed.'],
    ['POST', 403, '<meta name="csrf-token" content="x"><p>Invalid signature</p>'],
    ['POST', 403, '<script>window.csrf = "x";</script><p>Invalid signature</p>'],
    ['POST', 403, `<p>Invalid signature</p><script>if (!csrf) throw Error('csrf missing');`],
    ['POST', 403, '<form><input name="csrfmiddlewaretoken" value="x"></form>Invalid signature'],
    ['POST', 403, '<p>Invalid signature</p><!-- no csrf here -->'],
    ['POST', 409, 'csrf'],
    ['GET', 403, 'CSRF verification failed.'],
  ] as const)('%s, %d: %s', (method, status, body) => {
    const { audit, pay, tampered } = refused(method, status, body);
    expect(audit, 'the case has the advice').toBeUndefined();
    expect(tampered).toBeUndefined();
    expect(pay).toMatch(/^The signature of this callback is right; if your app rejects it, compare /);
    if (method === 'POST') expect(pay).toContain('If CSRF protection refused');
    else expect(pay).not.toContain('CSRF');
  });
});

it('419 is CSRF protection', () => {
  const { audit, pay, tampered } = refused('POST', 419, '');
  for (const advice of [audit, pay, tampered])
    expect(advice).toMatch(/^Leave the address of the callback out of CSRF protection: /);
  expect(refused('GET', 419, '').pay).not.toContain('CSRF');
});

it('a handler that fails is not CSRF protection', () => {
  const { audit, pay, tampered } = refused('POST', 500, 'CSRF verification failed.');
  for (const advice of [audit, pay, tampered ?? '']) expect(advice).not.toContain('CSRF');
});
