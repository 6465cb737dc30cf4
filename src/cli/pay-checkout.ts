import { hasCallbackUrl } from '../audit/audit-options.ts';
import { type Visited, visit } from '../audit/visit.ts';
import type { Callback, Delivery } from '../client/contract.ts';
import { gateways } from '../gateways/index.ts';
import { magicDecline } from '../gateways/magic-codes.ts';
import type { DeliveryOrder, Tampering } from '../settings/delivery.ts';
import { called, type PayContext, refused } from './pay-context.ts';
import { tellCallback, tellReturn } from './pay-lines.ts';
import { type Heard, type Paid, verdictOn } from './pay-verdict.ts';
import { pauseAfterNothing } from './wait.ts';

/** Confirm requires an address. Nothing is ever sent to this one. */
const nowhere = 'https://your-app.example/';

/** Confirms, decides like the customer, sends the customer back, and waits for the callback's answer. */
export async function payByCheckout(context: PayContext): Promise<Paid> {
  const { wanted, gateway, tell } = context;
  const confirmed = await called(context, 'confirm', fieldsOf(context));
  if ('refusal' in confirmed) throw refused(context, 'confirm', confirmed.refusal);
  const redirectUrl = String(confirmed.result.redirect_url);
  tell('confirm', `200, invoice ${wanted.invoiceNo}, ${wanted.amount} ${gateway.currency}`);
  tell('checkout', redirectUrl);
  const decided = await decide(context, redirectUrl);
  tell('customer', deedOf(wanted));
  // Without an address, no callback was wanted, so none is lost.
  const isWanted = wanted.order !== undefined || addressOf(context) !== undefined;
  const { order = 'together' } = decided;
  if (wanted.order === undefined && isWanted && order !== 'together')
    tell('order', `${order}, by the setting callback.order or the invoice number`);
  const { callback, returned } = await told(context, decided);
  const { returnTampered } = decided;
  const { outcome, returnUrl } = wanted;
  const isOnlyReturn =
    decided.order !== undefined && callback === undefined && !hasCallbackUrl(gateway.token);
  const heard: Heard = {
    ...{ outcome, callback, returned, returnTampered, isOnlyReturn, waited: context.limit.words },
    isLost: isWanted && order === 'return-only' && !isOnlyReturn,
    isProbe: tamperingOf(wanted) !== null,
    hasReturnUrl: returnUrl !== undefined,
  };
  return { transactionId: decided.transactionId, callback, returned, ...verdictOn(heard) };
}

const deeds = {
  paid: 'paid on the checkout page',
  canceled: 'canceled on the checkout page',
  declined: 'tried to pay, and was declined for good',
  expired: 'did not pay in time',
  failed: 'tried to pay, and the payment failed',
} as const;

/** A magic amount is declined only on the page. Here, the outcome decides. */
function deedOf({ outcome, amount }: PayContext['wanted']): string {
  const reason = outcome === 'paid' ? magicDecline(Math.round(Number(amount) * 100)) : undefined;
  if (reason === undefined) return deeds[outcome];
  return `paid, though the checkout page declines ${amount} (${reason}): --outcome declined`;
}

interface Decided {
  readonly transactionId: string;
  /** Complete and signed. Undefined if the customer does not come back. */
  readonly returnUrl: string | undefined;
  /** How the return is forged. Null for a genuine one. */
  readonly returnTampered: Tampering | null;
  readonly callbackId: string | undefined;
  /** As asked, or as the sandbox chose. Undefined if nothing is sent. */
  readonly order: DeliveryOrder | undefined;
}

function fieldsOf({ wanted, gateway }: PayContext): Record<string, string> {
  const { callbackUrl, returnUrl, amount, invoiceNo, mobile } = wanted;
  const fallback = callbackUrl === undefined ? nowhere : new URL('/', callbackUrl).href;
  const sample = gateways[gateway.token].confirmFields.find(({ name }) => name === 'mobile_number')?.example;
  return {
    amount,
    invoice_no: invoiceNo,
    return_url: returnUrl ?? fallback,
    ...(hasCallbackUrl(gateway.token) && { callback_url: callbackUrl ?? nowhere }),
    ...(sample !== undefined && { mobile_number: mobile ?? sample }),
  };
}

const nothingSent = {
  returnUrl: undefined,
  returnTampered: null,
  callbackId: undefined,
  order: undefined,
} as const;

async function decide(context: PayContext, id: string): Promise<Decided> {
  const { client, wanted } = context;
  const { outcome } = wanted;
  const asked = { params: { id } };
  if (outcome === 'declined' || outcome === 'expired') {
    const { transaction_id: transactionId } =
      outcome === 'declined'
        ? await client.call('declineCheckout', { ...asked, body: { final: true } })
        : await client.call('expireCheckout', asked);
    return { transactionId, ...nothingSent };
  }
  const body = deliveryOf(context);
  const decided = await client.call(outcome === 'canceled' ? 'cancelCheckout' : 'approveCheckout', {
    ...asked,
    body,
  });
  const [callbackId] = decided.callbacks;
  const returnTampered = tamperingOfReturn(context, decided.return_url);
  // The forged return is the only forgery if the gateway sends no callback.
  const isWanted = isReturnWanted(wanted) || (callbackId === undefined && returnTampered !== null);
  const comesBack = wanted.returnUrl !== undefined && decided.order !== 'callback-only' && isWanted;
  return {
    transactionId: decided.transaction_id,
    returnUrl: comesBack ? decided.return_url : undefined,
    returnTampered,
    callbackId,
    order: decided.order,
  };
}

/** Where the callback goes. */
function addressOf({ gateway, wanted }: PayContext): string | undefined {
  return hasCallbackUrl(gateway.token) ? wanted.callbackUrl : wanted.returnUrl;
}

/** Without an address of the app, the callback is recorded but not sent. Otherwise the sandbox knows the order. */
function deliveryOf(context: PayContext): Delivery {
  const { order } = context.wanted;
  const tamper = tamperingOf(context.wanted);
  const chosen = addressOf(context) === undefined ? 'return-only' : order;
  return {
    ...(chosen !== undefined && { order: chosen }),
    ...(tamper !== null && { tamper }),
  };
}

function tamperingOf({ outcome, tamper }: PayContext['wanted']): Tampering | null {
  return outcome === 'failed' ? 'approved-0' : (tamper ?? null);
}

/** A card's return carries the callback's own query, forged too. With `card.callback` at `server`, it has none. */
function tamperingOfReturn({ gateway, wanted }: PayContext, url: string): Tampering | null {
  return hasCallbackUrl(gateway.token) || url === wanted.returnUrl ? null : tamperingOf(wanted);
}

/** By default, no return after a forged callback: a genuine return would pay the order. */
function isReturnWanted(wanted: PayContext['wanted']): boolean {
  return wanted.order !== undefined || tamperingOf(wanted) === null;
}

interface Told {
  readonly callback: Callback | undefined;
  readonly returned: Visited | undefined;
}

/** The customer returns while the callback is being sent or, with `callback-first`, after it. */
async function told(context: PayContext, decided: Decided): Promise<Told> {
  const { returnUrl, returnTampered, callbackId, order } = decided;
  const callback = callbackId === undefined ? undefined : attempted(context, callbackId);
  if (order === 'callback-first') await callback;
  const returned = returnUrl === undefined ? undefined : cameBack(context, returnUrl, returnTampered);
  const [first, second] = await Promise.all([callback, returned]);
  return { callback: first, returned: second };
}

async function cameBack(context: PayContext, url: string, tampered: Tampering | null): Promise<Visited> {
  const { account, limit } = context;
  const { allow_self_signed: allowSelfSigned } = account;
  const answer = await visit(url, { timeoutMs: limit.leftMs, allowSelfSigned });
  tellReturn(context, url, tampered, answer);
  return answer;
}

/** Waits until the first attempt ends, the callback is not sent automatically, or time is up. */
async function attempted(context: PayContext, id: string): Promise<Callback> {
  const { client, limit } = context;
  let after = '0';
  for (;;) {
    const one = await client.call('getCallback', { params: { id } });
    const isOver = one.attempts.some(({ duration_ms: ms }) => ms !== null);
    if (isOver || one.status !== 'pending' || limit.isOver) {
      tellCallback(context, one);
      return one;
    }
    const query = {
      transaction_id: one.transaction_id,
      type: 'callback.attempted,callback.held,callback.exhausted',
      after,
      wait: limit.leftMs,
    };
    const page = await client.call('listEvents', { query });
    await pauseAfterNothing(page);
    after = page.cursor;
  }
}
