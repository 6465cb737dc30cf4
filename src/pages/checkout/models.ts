import { finishedOf, returnUrl, type Session } from '../../flows/session.ts';
import { twoDecimals } from '../../protocol/amount.ts';
import { isoTime } from '../../protocol/time.ts';
import type { Language } from '../../protocol/vocabulary.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { frame } from '../pages.ts';
import { type Words, words } from '../words/words.ts';
import { brandLinks } from './brand.ts';
import { methodChoices, methodLabel } from './method-models.ts';
import type { CheckoutFrame, CheckoutPage, ResultPage, ResultState } from './page-models.ts';
import { isReason } from './payment-form.ts';
import { watchedState } from './state.ts';
import { stepMembers, type Typed } from './step-models.ts';
import { warnsAtMs } from './time-left.ts';
import { toolDock } from './tool-dock.ts';

export function checkoutModel(
  runtime: Runtime,
  session: Session,
  lang: Language,
  typed: Typed,
): CheckoutPage {
  const { checkout, gateway } = session;
  const reason = checkout.showsDecline ? checkout.declineReason : null;
  const texts = words[lang];
  const method = runtime.names.method(typed.chosen('method'), gateway.methods) ?? checkout.stepMethod;
  const members = stepMembers(runtime, session, lang, typed);
  return {
    ...checkoutFrame(runtime, session, lang, titleOf(session, texts), '/checkout'),
    watched: watchedState(runtime, session),
    ...members,
    expiresAt: isoTime(checkout.expiresAt),
    returnUrl: checkout.returnUrl,
    secondsLeft: Math.max(0, Math.round((checkout.expiresAt - runtime.clock.now()) / 1000)),
    warnsAtSeconds: warnsAtMs(runtime) / 1000,
    notice: reason === null ? undefined : isReason(reason, texts) ? texts.reasons[reason] : reason,
    methods: methodChoices(runtime, session, texts, method),
    tools: typed.testerTools
      ? toolDock(runtime, session, lang, { ...members, chosen: typed.chosen })
      : undefined,
  };
}

/** `returns`: this page sends the browser back, instead of only offering a link. */
export function resultModel(
  runtime: Runtime,
  session: Session,
  lang: Language,
  state: ResultState,
  returns: boolean,
): ResultPage {
  const { transaction, checkout, gateway } = session;
  const isDecided = state === 'paid' || state === 'canceled';
  const texts = words[lang];
  const endedAt = transaction.decidedAt ?? checkout.expiresAt;
  const { paymentMethod } = transaction;
  return {
    ...checkoutFrame(runtime, session, lang, texts.results[state].heading, '/checkout/result'),
    state,
    reference: String(transaction.id),
    endedAt: { iso: isoTime(endedAt), text: texts.dateAndTime(endedAt) },
    chosenMethod: paymentMethod === null ? undefined : methodLabel(runtime, session, texts, paymentMethod),
    // No return message is documented for other outcomes: the link goes to the bare return URL and tells your
    // app nothing.
    returnHref: isDecided && checkout.returnsBrowser ? wayBack(runtime, session) : checkout.returnUrl,
    returnsAtOnce: returns && isDecided && checkout.returnsBrowser && gateway.return.atOnce,
    tabClosed: isDecided && !checkout.returnsBrowser,
  };
}

/** The signed return URL, or ours that notices the return if a callback waits for the button. */
function wayBack(runtime: Runtime, { checkout, transaction, gateway }: Session): string {
  return !gateway.return.atOnce && runtime.store.callbacks.awaitsReturn(transaction.id)
    ? `/checkout/return?token=${checkout.token}`
    : returnUrl(runtime, finishedOf(runtime, checkout.token));
}

function checkoutFrame(
  runtime: Runtime,
  { checkout, transaction, gateway }: Session,
  lang: Language,
  title: string,
  path: string,
): CheckoutFrame {
  const other: Language = lang === 'ar' ? 'en' : 'ar';
  return {
    ...frame(lang, title),
    token: checkout.token,
    kind: gateway.page,
    mode: transaction.mode,
    merchant: runtime.store.accounts.get(transaction.accountId)?.name ?? transaction.accountId,
    brand: brandLinks(runtime, transaction.accountId, checkout.token),
    invoice: transaction.invoiceNo,
    amount: twoDecimals(transaction.amountHundredths),
    currency: transaction.currency,
    otherLanguage: { lang: other, href: `${path}?token=${checkout.token}&lang=${other}` },
    watched: undefined,
  };
}

function titleOf({ checkout, gateway }: Session, { kinds, steps }: Words): string {
  const titles = {
    card: steps.card.heading,
    code: steps.code.heading,
    challenge: steps.challenge.title,
    waiting: steps.challenge.waitingHeading,
  };
  return checkout.step === null ? kinds[gateway.page] : titles[checkout.step];
}
