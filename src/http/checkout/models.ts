import { isoTime } from '../../clock.ts';
import { usualOrder } from '../../flows/delivery.ts';
import { finishedOf, returnUrl, type Session } from '../../flows/session.ts';
import type { Runtime } from '../../runtime.ts';
import { tamperings } from '../../settings.ts';
import { frame } from '../pages.ts';
import { type Language, type Words, words } from '../words.ts';
import { orders } from './delivery-form.ts';
import type { CheckoutFrame, CheckoutPage, ResultPage, ResultState } from './page-models.ts';
import { type FormErrors, isReason, type ReadField, readReason } from './payment-form.ts';
import { type CardOutcome, grouped, testCardsOf } from './test-cards.ts';

const cardLabels: Readonly<Record<CardOutcome, keyof Words['cards']>> = {
  approve: 'approve',
  decline: 'decline',
  insufficient_funds: 'insufficient',
  expired_card: 'expired',
  fail_once: 'failsOnce',
};

/** How a session ended, or undefined while it can be paid. An open one whose time is over has expired, stored or not. */
export function endOf(runtime: Runtime, { checkout, transaction }: Session): ResultState | undefined {
  if (checkout.open) return checkout.expiresAt <= runtime.clock.now() ? 'expired' : undefined;
  if (transaction.status === 'completed') return 'paid';
  return transaction.status === 'canceled' || transaction.status === 'declined'
    ? transaction.status
    : 'expired';
}

export function checkoutModel(
  runtime: Runtime,
  session: Session,
  lang: Language,
  typed: { readonly errors: FormErrors; readonly chosen: ReadField; readonly testerTools: boolean },
): CheckoutPage {
  const { checkout, gateway } = session;
  const reason = checkout.declineReason;
  const texts = words[lang];
  const method = typed.chosen('method');
  return {
    ...checkoutFrame(runtime, session, lang, texts.kinds[gateway.page], '/checkout'),
    expiresAt: isoTime(checkout.expiresAt),
    secondsLeft: Math.max(0, Math.round((checkout.expiresAt - runtime.clock.now()) / 1000)),
    notice: reason === null ? undefined : isReason(reason, texts) ? texts.reasons[reason] : reason,
    errors: typed.errors,
    testCards: testCardsOf(gateway.token).map(({ number, outcome }) => ({
      number: grouped(number),
      label: texts.cards[cardLabels[outcome]],
    })),
    methods: gateway.methods.map((token, index) => ({
      value: runtime.names.of(token),
      label: methodLabel(runtime.names.of(token), token, `${texts.methodName} ${index + 1}`),
      chosen: method === runtime.names.of(token) || method === token,
    })),
    tools: typed.testerTools ? testerTools(runtime, session, texts, typed.chosen) : undefined,
  };
}

/** `returns`: the browser is sent back by this page, not only offered the way. */
export function resultModel(
  runtime: Runtime,
  session: Session,
  lang: Language,
  state: ResultState,
  returns: boolean,
): ResultPage {
  const hasWayBack = (state === 'paid' || state === 'canceled') && session.checkout.returnsBrowser;
  const href = hasWayBack ? wayBack(runtime, session) : undefined;
  return {
    ...checkoutFrame(runtime, session, lang, words[lang].results[state].heading, '/checkout/result'),
    state,
    returnHref: href,
    returnsAtOnce: returns && hasWayBack && session.gateway.return.atOnce,
    tabClosed: (state === 'paid' || state === 'canceled') && !session.checkout.returnsBrowser,
  };
}

/** The signed return URL; where a callback waits for a button to be pressed, by way of us, so that we hear of it. */
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
    merchant: runtime.store.accounts.get(transaction.accountId)?.name ?? transaction.accountId,
    invoice: transaction.invoiceNo,
    amount: transaction.amount,
    currency: transaction.currency,
    otherLanguage: { lang: other, href: `${path}?token=${checkout.token}&lang=${other}` },
  };
}

/** A neutral token is no name to show a customer: without one of the user's own, the methods are numbered. */
function methodLabel(name: string, token: string, numbered: string): string {
  return name === token ? numbered : name;
}

function testerTools(
  runtime: Runtime,
  { transaction }: Session,
  texts: Words,
  chosen: ReadField,
): NonNullable<CheckoutPage['tools']> {
  const { delay, copies } = runtime.settings.current.callback;
  const order = chosen('order') || usualOrder(runtime, transaction.invoiceNo);
  const reason = readReason(chosen, texts);
  // Object.keys loses the keys' type.
  const reasons = Object.keys(texts.reasons) as (keyof Words['reasons'])[];
  return {
    orders: orders.map((value) => ({ value, label: texts.orders[value], chosen: value === order })),
    reasons: reasons.map((value) => ({ value, label: texts.reasons[value], chosen: value === reason })),
    holds: [
      { value: '', label: texts.holds.send, chosen: chosen('hold') === '' },
      { value: '1', label: texts.holds.hold, chosen: chosen('hold') !== '' },
    ],
    tamperings: [
      { value: '', label: texts.tamperings.genuine, chosen: chosen('tamper') === '' },
      ...tamperings.map((value) => ({
        value,
        label: texts.tamperings[value],
        chosen: value === chosen('tamper'),
      })),
    ],
    delay: { typed: chosen('delay'), otherwise: typeof delay === 'number' ? `${delay}ms` : delay },
    copies: { typed: chosen('copies'), otherwise: String(copies) },
    inboxHref:
      transaction.mobileNumber === null ? '/_sandbox/inbox' : `/_sandbox/inbox/${transaction.mobileNumber}`,
    dashboardHref: `/_sandbox/transactions/${transaction.id}`,
  };
}
