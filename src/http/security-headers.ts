/** What every page of ours is sent with. Scripts and styles come from our own files alone; nothing inline. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** For what is no page: answers with codes, keys and events are kept by no cache and are no other site's. */
export const dataHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** On every answer of the control API, so that clients can tell a sandbox from another server. Its value is our version. */
export const sandboxHeader = 'X-Gateway-Sandbox';

export const pageHeaders: Readonly<Record<string, string>> = {
  ...dataHeaders,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy,
  // With `no-referrer`, browsers send `Origin: null` with our own forms.
  'Referrer-Policy': 'same-origin',
};
