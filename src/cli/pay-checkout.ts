import { hasCallbackUrl } from '../audit/audit-options.ts';
import { visit } from '../audit/visit.ts';
import type { Callback, Delivery } from '../client/contract.ts';
import { gateways } from '../gateways/index.ts';
import type { Answer } from '../net/call.ts';
import type { DeliveryOrder } from '../settings/delivery.ts';
import { called, type PayContext, refused } from './pay-context.ts';
import { firstLine, type Paid, verdictOn } from './pay-verdict.ts';
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
  tell('customer', deeds[wanted.outcome]);
  // Without an address, no callback was wanted, so none is lost.
  const isWanted = wanted.order !== undefined || addressOf(context) !== undefined;
  const { order = 'together' } = decided;
  if (wanted.order === undefined && isWanted && order !== 'together')
    tell('order', `${order}, by the setting callback.order or the invoice number`);
  const { callback, returned } = await told(context, decided);
  const { outcome } = wanted;
  const isLost = isWanted && order === 'return-only';
  const isProbe = wanted.tamper !== undefined || outcome === 'failed';
  const heard = { outcome, callback, returned, isLost, isProbe, waited: context.limit.words };
  return { transactionId: decided.transactionId, callback, returned, ...verdictOn(heard) };
}

const deeds = {
  paid: 'paid on the checkout page',
  canceled: 'canceled on the checkout page',
  declined: 'tried to pay, and was declined for good',
  expired: 'did not pay in time',
  failed: 'tried to pay, and the payment failed',
} as const;

interface Decided {
  readonly transactionId: string;
  /** Complete and signed. Undefined if the customer does not come back. */
  readonly returnUrl: string | undefined;
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

async function decide(context: PayContext, id: string): Promise<Decided> {
  const { client, wanted } = context;
  const { outcome } = wanted;
  const asked = { params: { id } };
  if (outcome === 'declined' || outcome === 'expired') {
    const { transaction_id: transactionId } =
      outcome === 'declined'
        ? await client.call('declineCheckout', { ...asked, body: { final: true } })
        : await client.call('expireCheckout', asked);
    return { transactionId, returnUrl: undefined, callbackId: undefined, order: undefined };
  }
  const body = deliveryOf(context);
  const decided = await client.call(outcome === 'canceled' ? 'cancelCheckout' : 'approveCheckout', {
    ...asked,
    body,
  });
  const comesBack =
    wanted.returnUrl !== undefined && decided.order !== 'callback-only' && isReturnWanted(wanted);
  return {
    transactionId: decided.transaction_id,
    returnUrl: comesBack ? decided.return_url : undefined,
    callbackId: decided.callbacks[0],
    order: decided.order,
  };
}

/** Where the callback goes. */
function addressOf({ gateway, wanted }: PayContext): string | undefined {
  return hasCallbackUrl(gateway.token) ? wanted.callbackUrl : wanted.returnUrl;
}

/** Without an address of the app, the callback is recorded but not sent. Otherwise the sandbox knows the order. */
function deliveryOf(context: PayContext): Delivery {
  const { outcome, order, tamper } = context.wanted;
  const chosen = addressOf(context) === undefined ? 'return-only' : order;
  return {
    ...(chosen !== undefined && { order: chosen }),
    ...(outcome === 'failed' ? { tamper: 'approved-0' as const } : tamper !== undefined && { tamper }),
  };
}

/** No return for a forged callback: the return is genuine and would pay the order. */
function isReturnWanted({ order, tamper, outcome }: PayContext['wanted']): boolean {
  return order !== undefined || (tamper === undefined && outcome !== 'failed');
}

interface Told {
  readonly callback: Callback | undefined;
  readonly returned: Answer | undefined;
}

/** The customer returns while the callback is being sent or, with `callback-first`, after it. */
async function told(context: PayContext, { returnUrl, callbackId, order }: Decided): Promise<Told> {
  const callback = callbackId === undefined ? undefined : attempted(context, callbackId);
  if (order === 'callback-first') await callback;
  const returned = returnUrl === undefined ? undefined : cameBack(context, returnUrl);
  const [first, second] = await Promise.all([callback, returned]);
  return { callback: first, returned: second };
}

async function cameBack({ account, limit, tell }: PayContext, url: string): Promise<Answer> {
  const { allow_self_signed: allowSelfSigned } = account;
  const answer = await visit(url, { timeoutMs: limit.leftMs, allowSelfSigned });
  tell('return', `GET ${url}\n${answered(answer.status, answer.error, answer.body, answer.durationMs)}`);
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

function tellCallback(
  { tell }: PayContext,
  { method, url, status, tampered, attempts, signed_string: signed }: Callback,
): void {
  if (status === 'dropped') return;
  const [attempt] = attempts;
  const kind = tampered === 'approved-0' ? 'approved=0, ' : `forged (${tampered}), `;
  const forged = tampered === null ? '' : kind;
  const said = attempt
    ? answered(attempt.answer?.status ?? null, attempt.error, attempt.answer?.body ?? '', attempt.duration_ms)
    : `not sent yet (${status})`;
  tell('callback', `${forged}${method} ${url}\nsigned ${signed}\n${said}`);
}

function answered(status: number | null, error: string | null, body: string, ms: number | null): string {
  if (status === null) return ms === null ? 'no answer yet' : `no answer: ${error}`;
  const line = firstLine(body);
  return `answered ${status} in ${ms} ms${line === '' ? '' : `: ${line}`}`;
}
