/** For every page of the sandbox. Scripts and styles come from our own files only, never inline. */
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

/** For data, not pages: it contains codes, keys and events that caches and other sites must not keep. */
export const dataHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** Set on every control API response, so that clients can recognize a sandbox. Its value is the version. */
export const sandboxHeader = 'X-Gateway-Sandbox';

export const pageHeaders: Readonly<Record<string, string>> = {
  ...dataHeaders,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy,
  // With `no-referrer`, browsers would send `Origin: null` with our own forms.
  'Referrer-Policy': 'same-origin',
};
