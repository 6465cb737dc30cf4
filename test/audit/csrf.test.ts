import { describe, expect, it } from 'vitest';
import { unreadMend } from '../../src/audit/unread.ts';

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
    [
      'POST',
      422,
      `<h1>ActionController::InvalidAuthenticityToken in PaymentsController#callback</h1>
      <h2>Can&#39;t verify CSRF token authenticity.</h2>`,
    ],
    ['POST', 422, "<h2>Can't verify CSRF token authenticity.</h2>"],
    [
      'POST',
      422,
      '{"exception":"#<ActionController::InvalidAuthenticityToken: ActionController::Invalid…>"}',
    ],
    ['POST', 422, '<p>Can&#39;t verify CSRF token authenticity.</p>'],
    ['POST', 422, 'Invalid authenticity token'],
    ['POST', 403, 'Forbidden - CSRF token not found in request'],
    ['POST', 403, 'Invalid or expired CSRF token'],
    [
      'POST',
      403,
      '<h2>CSRF token from either the request body or request headers did not match or is missing.</h2>',
    ],
    ['POST', 403, 'Missing or incorrect CSRF cookie type.'],
    [
      'POST',
      403,
      '{"status":403,"message":"Could not verify the provided CSRF token because no token was found to compare."}',
    ],
    ['POST', 403, "Invalid CSRF Token 'null' was found on the request parameter '_csrf'"],
    ['POST', 400, 'Failed CSRF check!'],
    ['POST', 403, '<h1>Unauthorized</h1>\n<p>No CSRF token found in body</p>'],
    ['POST', 403, "HTTP 403: Forbidden ('_xsrf' argument missing from POST)"],
    ['POST', 403, '<p>The <code>csrf</code> token is <b>missing</b></p>'],
    ['POST', 403, '{"code":"EBADCSRFTOKEN"}'],
    ['POST', 403, '{"code":"FST_CSRF_MISSING_SECRET"}'],
    ['POST', 403, '{"error":"csrf_token_mismatch"}'],
    ['POST', 400, '<h1>Bad Request (#400)</h1><p>Unable to verify your data submission.</p>'],
    ['POST', 403, '{"message":"The action you requested is not allowed."}'],
    ['POST', 403, 'Cross-site POST form submissions are forbidden'],
    ['POST', 403, 'invalid CSRF (Cross Site Request Forgery) token, please make sure that …'],
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
    [
      'POST',
      400,
      `BadRequest at /callback/\ninvalid signature\nFile "/srv/django/views/decorators/csrf.py", line 65, in _view_wrapper
      """Mark a view function as being exempt from the CSRF view protection."""
      @csrf_exempt\n def callback(request):\n raise BadRequest("invalid signature")`,
    ],
    [
      'POST',
      403,
      '{"message":"Invalid signature","trace":[{"file":"/app/Http/Middleware/VerifyCsrfToken.php","line":88}]}',
    ],
    [
      'POST',
      403,
      '{"message":"Invalid signature","stack":"Error: Invalid signature\\n    at csrf (/app/index.js:112:19)"}',
    ],
    [
      'POST',
      400,
      'Error: invalid signature\n  at web.csrf.CsrfFilter.doFilterInternal(CsrfFilter.java:117) ~[security-web.jar]',
    ],
    [
      'POST',
      400,
      '<h1>ActionController::ParameterMissing</h1><pre>{"authenticity_token"=>"x"}</pre><p>not given</p>',
    ],
    ['POST', 403, '<p>Invalid signature</p><!-- no csrf here -->'],
    ['POST', 403, `<p>Invalid signature</p><script>if (!csrf) throw Error('csrf missing');`],
    ['POST', 403, '{"error":"Forbidden","csrfToken":"abc"}'],
    ['POST', 403, '<meta name="csrf-token" content="x"><p>Invalid signature</p>'],
    ['POST', 403, '<script>window.csrf = "x";</script><p>Invalid signature</p>'],
    ['POST', 403, '<form><input name="csrfmiddlewaretoken" value="x"></form>Invalid signature'],
  ] as const)('not for a %s, a %d, and the body %s', (method, status, body) => {
    expect(unreadMend({ method, status, body })).toBeUndefined();
  });
});
