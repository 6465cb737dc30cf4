import type { Context } from 'hono';
import type { DeliveryChoice } from '../../callbacks/choice.ts';
import { callbackFirst } from '../../callbacks/first-attempt.ts';
import { type Decision, decide, decline, expire } from '../../flows/checkout.ts';
import { CheckoutRefused, type Session } from '../../flows/session.ts';
import type { Outcome } from '../../gateways/definition.ts';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { type ReadField, readForm } from '../../http/read-form.ts';
import { seeOther } from '../../http/see-other.ts';
import type { Language } from '../../protocol/vocabulary.ts';
import { page } from '../pages.ts';
import type { ViewName } from '../render.ts';
import { words } from '../words/words.ts';
import { whileAnswering } from './answering.ts';
import { choicesIn, chosenBefore } from './choices.ts';
import { readDelivery } from './delivery-form.ts';
import { checkoutModel } from './models.ts';
import { type FormErrors, methodInMind, readReason } from './payment-form.ts';
import { withPreset } from './presets.ts';

const largestFormBytes = 16 * 1024;

/** A request for a page of a session. */
export interface Visit {
  readonly c: Context<AppEnv>;
  readonly parts: AppParts;
  readonly session: Session;
  readonly lang: Language;
}

/** A submitted form of a session. */
export interface Submit extends Visit {
  readonly read: ReadField;
}

/** Reads the fields of a submitted form. Undefined if the body is not a form. */
export async function readSubmit(c: Context<AppEnv>): Promise<ReadField | undefined> {
  const read = await readForm(c, largestFormBytes);
  if (read) {
    c.set('lang', read('lang'));
    c.set('token', read('token'));
  }
  return read && withPreset(read);
}

export function cancel(submit: Submit): Promise<Response> {
  return finish(submit, 'canceled', undefined);
}

/** Handles the buttons of the tester tools. */
export async function useTool(submit: Submit): Promise<Response> {
  const { parts, session, lang, read } = submit;
  const { runtime } = parts;
  const { token } = session.checkout;
  switch (read('action')) {
    case 'approve':
      return finish(submit, 'completed', methodInMind(runtime, session, read));
    case 'cancel':
      return cancel(submit);
    case 'decline':
      return change(submit, () => decline(runtime, token, readReason(read, words[lang]), false));
    case 'final':
      return change(submit, () => decline(runtime, token, readReason(read, words[lang]), true));
    case 'expire':
      return change(submit, () => expire(runtime, token));
    default:
      return openPage(submit, 422, {}, read);
  }
}

/** Shows the page again, with a preview of what the merchant would receive. Changes nothing. */
export async function preview(submit: Submit): Promise<Response> {
  const { parts, session, lang, read } = submit;
  const choice = readDelivery(parts.runtime, session, read, words[lang]);
  return openPage(submit, 200, 'errors' in choice ? choice.errors : {}, read);
}

/** Shows the form. After an error, keeps the choices but never card data. */
export function openPage(
  visit: Visit,
  status: 200 | 422,
  errors: FormErrors = {},
  chosen: ReadField = chosenBefore(visit.session),
): Response {
  const { c, parts, session, lang } = visit;
  const { testerTools } = parts.options;
  const model = checkoutModel(parts.runtime, session, lang, { errors, chosen, testerTools });
  return page(c, status, viewOf(session), model);
}

function viewOf({ checkout, gateway }: Session): ViewName {
  const views = {
    card: 'checkout/method-card',
    code: 'checkout/code',
    challenge: 'checkout/challenge',
    waiting: 'checkout/challenge',
  } as const;
  return checkout.step === null ? `checkout/${gateway.page}` : views[checkout.step];
}

export function languageOf(asked: string | undefined, session: Session): Language {
  return asked === 'en' || asked === 'ar' ? asked : session.checkout.lang;
}

function finish(submit: Submit, outcome: Outcome, method: string | undefined): Promise<Response> {
  const { parts, session } = submit;
  const { token } = session.checkout;
  return changeWith(submit, (choice) => decide(parts.runtime, token, outcome, method, choice));
}

/** Changes the session with the choices of the tester tools, and shows the result. */
export async function changeWith(
  submit: Submit,
  work: (choice: DeliveryChoice) => Decision | undefined,
): Promise<Response> {
  const { parts, session, lang, read } = submit;
  const { runtime, options } = parts;
  const choice = readDelivery(runtime, session, options.testerTools ? read : () => '', words[lang]);
  if ('errors' in choice) return openPage(submit, 422, choice.errors, read);
  return change(
    submit,
    () => work(choice),
    (decision) => callbackFirst(runtime, decision?.callbackIds ?? [], choice),
  );
}

/** Changes the session and shows the result. If another request was faster, shows that one's result. */
export async function change<T>(
  { parts, session, lang, read }: Submit,
  work: () => T,
  then: (done: T) => Promise<void> = async () => {},
): Promise<Response> {
  const { store } = parts.runtime;
  const { token } = session.checkout;
  // Without the tools, the form contains no choices, so stored ones must be kept.
  const hasPanel = parts.options.testerTools && (read('order') !== '' || read('preset') !== '');
  const changed = () => {
    if (hasPanel) store.checkouts.choose(token, choicesIn(read));
    return work();
  };
  try {
    await whileAnswering(store, token, async () => then(await store.commit(changed)));
  } catch (error) {
    if (!(error instanceof CheckoutRefused)) throw error;
  }
  return seeOther(`/checkout/result?token=${token}&lang=${lang}`);
}
