import type { Context, Hono } from 'hono';
import type { DeliveryChoice } from '../../callbacks/enqueue.ts';
import {
  CheckoutRefused,
  decide,
  decline,
  expire,
  finishedOf,
  noteReturn,
  type Session,
  sessionOf,
} from '../../flows/checkout.ts';
import type { Outcome } from '../../gateways/gateway.ts';
import { waitFor } from '../../journal/follow.ts';
import type { Runtime } from '../../runtime.ts';
import { settingMs } from '../../settings.ts';
import { parseBody } from '../../spec/form-encoding.ts';
import type { AppEnv } from '../connection.ts';
import { messagePage, page } from '../pages.ts';
import type { AppParts } from '../parts.ts';
import { readBytes } from '../read-bytes.ts';
import { pageHeaders } from '../security-headers.ts';
import { type Language, words } from '../words.ts';
import { checkoutModel, endOf, resultModel } from './models.ts';
import { type FormErrors, readDelivery, readPayment, readReason } from './payment-form.ts';

const largestFormBytes = 16 * 1024;

/** What came with a form of the checkout page. */
interface Submitted {
  readonly c: Context<AppEnv>;
  readonly session: Session;
  readonly lang: Language;
  readonly read: (name: string) => string;
}

/** The hosted pages. Nothing changes by GET; every POST ends in a redirect to a page that shows what came of it. */
export function checkoutPages(app: Hono<AppEnv>, parts: AppParts): void {
  const { runtime, options } = parts;
  const { commit } = runtime.store;

  app.get('/checkout', (c) => {
    const session = sessionOf(runtime, c.req.query('token') ?? '');
    if (!session) return messagePage(c, 404, 'unknown');
    const lang = languageOf(c.req.query('lang'), session);
    const end = endOf(runtime, session);
    if (end)
      return page(
        c,
        end === 'expired' ? 410 : 200,
        'checkout/result',
        resultModel(runtime, session, lang, end, false),
      );
    return form(c, 200, session, lang, {}, '');
  });

  app.get('/checkout/result', async (c) => {
    const session = sessionOf(runtime, c.req.query('token') ?? '');
    if (!session) return messagePage(c, 404, 'unknown');
    const lang = languageOf(c.req.query('lang'), session);
    const end = endOf(runtime, session);
    if (!end) return redirect(`/checkout?token=${session.checkout.token}&lang=${lang}`);
    const returns = (end === 'paid' || end === 'canceled') && session.checkout.returnsBrowser;
    const first =
      returns && (await commit(() => noteReturn(runtime, finishedOf(runtime, session.checkout.token))));
    return page(
      c,
      end === 'expired' ? 410 : 200,
      'checkout/result',
      resultModel(runtime, session, lang, end, first),
    );
  });

  app.post('/checkout/pay', (c) => submitted(runtime, c, pay));
  app.post('/checkout/cancel', (c) => submitted(runtime, c, (form) => finish(form, 'canceled', undefined)));
  app.post('/checkout/tools', (c) => {
    if (!options.testerTools) return messagePage(c, 404, 'notAllowed');
    return submitted(runtime, c, useTool);
  });
  app.get('/checkout/*', (c) => messagePage(c, 404, 'notAllowed'));

  async function pay(submit: Submitted): Promise<Response> {
    const { c, session, lang, read } = submit;
    const paid = readPayment(runtime, session, read, words[lang], runtime.clock.now());
    if ('errors' in paid) return form(c, 422, session, lang, paid.errors, read('method'));
    const { outcome } = paid;
    if (outcome === 'approve' || (outcome === 'fail_once' && session.checkout.declineReason !== null)) {
      return finish(submit, 'completed', paid.method);
    }
    const reason = outcome === 'decline' || outcome === 'fail_once' ? 'declined' : outcome;
    return ended(submit, () => commit(() => decline(runtime, session.checkout.token, reason, false)));
  }

  async function useTool(submit: Submitted): Promise<Response> {
    const { c, session, lang, read } = submit;
    const { token } = session.checkout;
    const action = read('action');
    if (action === 'approve') return finish(submit, 'completed', methodOf(submit));
    if (action === 'cancel') return finish(submit, 'canceled', undefined);
    if (action === 'decline') {
      return ended(submit, () => commit(() => decline(runtime, token, readReason(read, words[lang]), false)));
    }
    if (action === 'expire') return ended(submit, () => commit(() => expire(runtime, token)));
    return form(c, 422, session, lang, {}, read('method'));
  }

  function methodOf({ session, read }: Submitted): string | undefined {
    const { methods } = session.gateway;
    return runtime.names.method(read('method'), methods) ?? methods[0];
  }

  async function finish(submit: Submitted, outcome: Outcome, method: string | undefined): Promise<Response> {
    const { c, session, lang, read } = submit;
    const choice = readDelivery(runtime, options.testerTools ? read : () => '', words[lang]);
    if ('errors' in choice) return form(c, 422, session, lang, choice.errors, read('method'));
    return ended(submit, async () => {
      const decision = await commit(() => decide(runtime, session.checkout.token, outcome, method, choice));
      if (choice.order === 'callback-first') await firstAttempts(runtime, decision.callbackIds, choice);
    });
  }

  /** Whoever comes second sees how the first one ended it. */
  async function ended({ session, lang }: Submitted, change: () => Promise<unknown>): Promise<Response> {
    const { token } = session.checkout;
    try {
      await change();
    } catch (error) {
      if (!(error instanceof CheckoutRefused)) throw error;
    }
    return redirect(`/checkout/result?token=${token}&lang=${lang}`);
  }

  function form(
    c: Context<AppEnv>,
    status: 200 | 422,
    session: Session,
    lang: Language,
    errors: FormErrors,
    method: string,
  ) {
    const model = checkoutModel(runtime, session, lang, { errors, method, testerTools: options.testerTools });
    return page(c, status, `checkout/${session.gateway.page}`, model);
  }
}

/** Reads a form of ours and its session; a form that nobody could have sent from our page gets a page without a word of it. */
async function submitted(
  runtime: Runtime,
  c: Context<AppEnv>,
  answer: (form: Submitted) => Promise<Response>,
): Promise<Response> {
  const bytes = await readBytes(c.req.raw, largestFormBytes);
  const parsed = bytes && parseBody(c.req.header('content-type'), bytes, { json: false });
  if (!parsed || !('form' in parsed)) return messagePage(c, 400, 'notAllowed');
  const read = (name: string) => {
    const value = parsed.form.get(name);
    return value && 'text' in value ? value.text : '';
  };
  const session = sessionOf(runtime, read('token'));
  if (!session) return messagePage(c, 404, 'unknown');
  const lang = languageOf(read('lang'), session);
  if (endOf(runtime, session))
    return redirect(`/checkout/result?token=${session.checkout.token}&lang=${lang}`);
  return answer({ c, session, lang, read });
}

/** `callback-first`: the browser goes on when the first attempt has ended, or when its time is over. */
async function firstAttempts(
  runtime: Runtime,
  callbackIds: readonly number[],
  { delayMs }: DeliveryChoice,
): Promise<void> {
  const { store, journal, settings } = runtime;
  const [first] = callbackIds;
  if (first === undefined) return;
  const hasEnded = () => {
    const attempt = store.callbacks.attempts(first)[0];
    return attempt && attempt.durationMs !== null ? true : undefined;
  };
  await waitFor(journal, hasEnded, delayMs + settingMs(settings.current.callback.timeout));
}

function languageOf(asked: string | undefined, session: Session): Language {
  return asked === 'en' || asked === 'ar' ? asked : session.checkout.lang;
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { ...pageHeaders, Location: location } });
}
