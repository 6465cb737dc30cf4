import type { Answer } from '../net/call.ts';
import type { Exchange } from './payment.ts';
import { isRedirect, type Visited } from './visit.ts';

/** Whether a return may have got this answer only because the audit's browser has no login. */
export function mayNeedLogin({ what, answer }: Pick<Exchange, 'what' | 'answer'>): boolean {
  return what === 'return' && (isRefusal(answer) || asksForPassword(answer));
}

function isRefusal({ status }: Answer): boolean {
  return [401, 403, 419].some((each) => each === status);
}

/** An `<input type="password">`. Takes linear time: no tag is read twice. */
const passwordField = /<input(?=[\s/])[^<>]*[\s/"']type\s*=\s*["']?password(?![\w-])/i;

/** Whether it is a page with a password field: a login, at whatever address it is shown. */
export function asksForPassword({ status, body }: Answer): boolean {
  return status !== null && status >= 200 && status < 300 && passwordField.test(body);
}

/** The page to which a redirect led the customer's browser. Undefined if it saw none, or none did. */
export function landingOf({ status, error, location, landed }: Visited): string | undefined {
  if (status === null || status >= 400 || error !== null) return undefined;
  // The audit does not open pages of other hosts.
  return isRedirect(status) ? location?.split(/[?#]/)[0] : landed;
}

/**
 * The page to which every return leads. An order's own page has another address for each order, and a handler
 * that checks the hash usually leads a forged return elsewhere; a login leads all of them to the same page.
 */
export function commonLanding(landings: readonly (string | undefined)[]): string | undefined {
  return new Set(landings).size === 1 ? landings[0] : undefined;
}

/** Whether it is a return that led to this page. */
export function landsAt({ what, answer }: Exchange, page: string | undefined): boolean {
  return page !== undefined && what === 'return' && landingOf(answer) === page;
}
