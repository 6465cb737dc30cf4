import type { Context, Hono } from 'hono';
import { noteReturn } from '../../flows/checkout.ts';
import { finishedOf, returnUrl, type Session, sessionOf } from '../../flows/session.ts';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { pageHeaders } from '../../http/security-headers.ts';
import { seeOther } from '../../http/see-other.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { messagePage, page } from '../pages.ts';
import { sendLogo, sendStyle } from './brand.ts';
import { giveMoreTime } from './extend.ts';
import { resultModel } from './models.ts';
import type { ResultState } from './page-models.ts';
import { checkoutState, endOf } from './state.ts';
import { leaveStep, pay, sendCodeAgain } from './steps.ts';
import { cancel, languageOf, openPage, preview, readSubmit, type Submit, useTool } from './submit.ts';

/** The hosted checkout pages. Every POST that changes something redirects to a page that shows the result. */
export function checkoutPages(app: Hono<AppEnv>, parts: AppParts): void {
  const { options } = parts;
  app.get('/checkout', (c) => showCheckout(c, parts));
  app.get('/checkout/result', (c) => showResult(c, parts));
  app.get('/checkout/return', (c) => goBack(c, parts));
  app.get('/checkout/state', (c) => tellState(c, parts));
  app.post('/checkout/pay', (c) => submitted(c, parts, pay));
  app.post('/checkout/back', (c) => submitted(c, parts, leaveStep));
  app.post('/checkout/resend', (c) => submitted(c, parts, sendCodeAgain));
  app.post('/checkout/cancel', (c) => submitted(c, parts, cancel));
  app.post('/checkout/tools', (c) => (options.testerTools ? submitted(c, parts, useTool) : toolsOff(c)));
  app.post('/checkout/preview', (c) => (options.testerTools ? submitted(c, parts, preview) : toolsOff(c)));
  app.post('/checkout/extend', (c) => submitted(c, parts, giveMoreTime));
  app.get('/checkout/brand.css', (c) => sendStyle(c, brandOf(c, parts.runtime)));
  app.get('/checkout/logo', (c) => sendLogo(c, brandOf(c, parts.runtime)));
  app.get('/checkout/*', (c) => messagePage(c, 404, 'notAllowed'));
}

/** The form of an open session. For a finished session, the result and a link back. */
function showCheckout(c: Context<AppEnv>, parts: AppParts): Response {
  const session = linkedSession(c, parts.runtime);
  if (!session) return messagePage(c, 404, 'unknown');
  const lang = languageOf(c.req.query('lang'), session);
  const end = endOf(parts.runtime, session);
  if (!end) return openPage({ c, parts, session, lang }, 200);
  return resultPage(c, parts.runtime, session, end, false);
}

function brandOf(c: Context<AppEnv>, runtime: Runtime) {
  const session = linkedSession(c, runtime);
  return session && runtime.store.accounts.get(session.transaction.accountId)?.brand;
}

/** The page's script calls this. */
function tellState(c: Context<AppEnv>, { runtime }: AppParts): Response {
  const session = linkedSession(c, runtime);
  if (!session) return messagePage(c, 404, 'unknown');
  const headers = { ...pageHeaders, 'Content-Type': 'application/json' };
  return c.body(JSON.stringify(checkoutState(runtime, session)), 200, headers);
}

/** The result of a session. After a card payment, the first visit redirects to the merchant. */
async function showResult(c: Context<AppEnv>, { runtime }: AppParts): Promise<Response> {
  const session = linkedSession(c, runtime);
  if (!session) return messagePage(c, 404, 'unknown');
  const { token } = session.checkout;
  const end = endOf(runtime, session);
  if (!end) return seeOther(`/checkout?token=${token}&lang=${languageOf(c.req.query('lang'), session)}`);
  const isSentBack = hasWayBack(session, end) && session.gateway.return.atOnce;
  const isFirst = isSentBack && isShown(c) && (await goesBack(runtime, token));
  return resultPage(c, runtime, session, end, isFirst);
}

/** The return button of a result page. Goes through us because a callback waits for it. */
async function goBack(c: Context<AppEnv>, { runtime }: AppParts): Promise<Response> {
  const session = linkedSession(c, runtime);
  if (!session) return messagePage(c, 404, 'unknown');
  const { token } = session.checkout;
  if (!hasWayBack(session, endOf(runtime, session))) return seeOther(`/checkout/result?token=${token}`);
  if (isShown(c)) await goesBack(runtime, token);
  return seeOther(returnUrl(runtime, finishedOf(runtime, token)));
}

/** The checkout in the link. Also sets the language of any error page that follows. */
function linkedSession(c: Context<AppEnv>, runtime: Runtime): Session | undefined {
  const session = sessionOf(runtime, c.req.query('token') ?? '');
  if (session) c.set('lang', languageOf(c.req.query('lang'), session));
  return session;
}

/**
 * HEAD requests and scripts that follow a redirect here do not count as a customer's return. Node's fetch
 * sends no `Sec-Fetch-Dest`, so a test can use it as the customer's browser.
 */
function isShown(c: Context<AppEnv>): boolean {
  return c.req.method !== 'HEAD' && c.req.header('sec-fetch-dest') !== 'empty';
}

/** Records that the browser was sent back: the only state that a GET changes. True the first time. */
function goesBack(runtime: Runtime, token: string): Promise<boolean> {
  return runtime.store.commit(() => noteReturn(runtime, finishedOf(runtime, token)));
}

function hasWayBack({ checkout }: Session, end: ResultState | undefined): boolean {
  return (end === 'paid' || end === 'canceled') && checkout.returnsBrowser;
}

function resultPage(
  c: Context<AppEnv>,
  runtime: Runtime,
  session: Session,
  end: ResultState,
  returns: boolean,
) {
  const lang = languageOf(c.req.query('lang'), session);
  return page(
    c,
    end === 'expired' ? 410 : 200,
    'checkout/result',
    resultModel(runtime, session, lang, end, returns),
  );
}

/** A form that our pages cannot have sent gets a bare error page. An outdated one gets the current page. */
async function submitted(
  c: Context<AppEnv>,
  parts: AppParts,
  answer: (submit: Submit) => Promise<Response>,
): Promise<Response> {
  const read = await readSubmit(c);
  if (!read) return messagePage(c, 400, 'notAllowed');
  const session = sessionOf(parts.runtime, read('token'));
  if (!session) return messagePage(c, 404, 'unknown');
  const lang = languageOf(read('lang'), session);
  c.set('lang', lang);
  if (endOf(parts.runtime, session))
    return seeOther(`/checkout/result?token=${session.checkout.token}&lang=${lang}`);
  return answer({ c, parts, session, lang, read });
}

/** Answers a form of the tester tools when they are turned off. */
async function toolsOff(c: Context<AppEnv>): Promise<Response> {
  await readSubmit(c);
  return messagePage(c, 404, 'notAllowed');
}
