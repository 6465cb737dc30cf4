import type { Context } from 'hono';
import { magicDecline } from '../../faults/magic.ts';
import { decide, decline, expire } from '../../flows/checkout.ts';
import { callbackFirst } from '../../flows/delivery.ts';
import { CheckoutRefused, type Session } from '../../flows/session.ts';
import type { Outcome } from '../../gateways/gateway.ts';
import { parseBody } from '../../spec/form-encoding.ts';
import type { AppEnv } from '../connection.ts';
import { page } from '../pages.ts';
import type { AppParts } from '../parts.ts';
import { readBytes } from '../read-bytes.ts';
import { pageHeaders } from '../security-headers.ts';
import { type Language, words } from '../words.ts';
import { readDelivery } from './delivery-form.ts';
import { checkoutModel } from './models.ts';
import { type FormErrors, type ReadField, readPayment, readReason } from './payment-form.ts';

const largestFormBytes = 16 * 1024;

/** Somebody looks at a session. */
export interface Visit {
  readonly c: Context<AppEnv>;
  readonly parts: AppParts;
  readonly session: Session;
  readonly lang: Language;
}

/** Somebody sends the form of a session. */
export interface Submit extends Visit {
  readonly read: ReadField;
}

/** The fields of a form of ours, or undefined when the body is none. */
export async function readSubmit(c: Context<AppEnv>): Promise<ReadField | undefined> {
  const bytes = await readBytes(c.req.raw, largestFormBytes);
  const parsed = bytes && parseBody(c.req.header('content-type'), bytes, { json: false });
  if (!parsed || !('form' in parsed)) return undefined;
  const { form } = parsed;
  return (name) => {
    const value = form.get(name);
    return value && 'text' in value ? value.text : '';
  };
}

export async function pay(submit: Submit): Promise<Response> {
  const { parts, session, lang, read } = submit;
  const { runtime } = parts;
  const paid = readPayment(runtime, session, read, words[lang], runtime.clock.now());
  if ('errors' in paid) return openPage(submit, 422, paid.errors, read);
  const { outcome } = paid;
  const magic = magicDecline(session.transaction.amountHundredths);
  if (magic !== undefined)
    return change(submit, () => decline(runtime, session.checkout.token, magic, false));
  if (outcome === 'approve' || (outcome === 'fail_once' && session.checkout.declineReason !== null)) {
    return finish(submit, 'completed', paid.method);
  }
  const reason = outcome === 'decline' || outcome === 'fail_once' ? 'declined' : outcome;
  return change(submit, () => decline(runtime, session.checkout.token, reason, false));
}

export function cancel(submit: Submit): Promise<Response> {
  return finish(submit, 'canceled', undefined);
}

/** A button of the tester's panel. */
export async function useTool(submit: Submit): Promise<Response> {
  const { parts, session, lang, read } = submit;
  const { runtime } = parts;
  const { token } = session.checkout;
  const { methods } = session.gateway;
  switch (read('action')) {
    case 'approve':
      return finish(submit, 'completed', runtime.names.method(read('method'), methods) ?? methods[0]);
    case 'cancel':
      return cancel(submit);
    case 'decline':
      return change(submit, () => decline(runtime, token, readReason(read, words[lang]), false));
    case 'expire':
      return change(submit, () => expire(runtime, token));
    default:
      return openPage(submit, 422, {}, read);
  }
}

/** The form; with what was chosen, but never what was typed of a card, when something in it is wrong. */
export function openPage(
  visit: Visit,
  status: 200 | 422,
  errors: FormErrors = {},
  chosen: ReadField = () => '',
): Response {
  const { c, parts, session, lang } = visit;
  const { testerTools } = parts.options;
  const model = checkoutModel(parts.runtime, session, lang, { errors, chosen, testerTools });
  return page(c, status, `checkout/${session.gateway.page}`, model);
}

export function languageOf(asked: string | undefined, session: Session): Language {
  return asked === 'en' || asked === 'ar' ? asked : session.checkout.lang;
}

export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...pageHeaders, Location: location } });
}

async function finish(submit: Submit, outcome: Outcome, method: string | undefined): Promise<Response> {
  const { parts, session, lang, read } = submit;
  const { runtime, options } = parts;
  const choice = readDelivery(runtime, session, options.testerTools ? read : () => '', words[lang]);
  if ('errors' in choice) return openPage(submit, 422, choice.errors, read);
  return change(
    submit,
    () => decide(runtime, session.checkout.token, outcome, method, choice),
    ({ callbackIds }) => callbackFirst(runtime, callbackIds, choice),
  );
}

/** Changes the session and shows what came of it. Whoever comes second sees how the first one ended it. */
async function change<T>(
  { parts, session, lang }: Submit,
  work: () => T,
  then: (done: T) => Promise<void> = async () => {},
): Promise<Response> {
  try {
    await then(await parts.runtime.store.commit(work));
  } catch (error) {
    if (!(error instanceof CheckoutRefused)) throw error;
  }
  return seeOther(`/checkout/result?token=${session.checkout.token}&lang=${lang}`);
}
