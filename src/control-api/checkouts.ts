import { z } from 'zod';
import type { DeliveryChoice } from '../callbacks/choice.ts';
import { callbackFirst } from '../callbacks/first-attempt.ts';
import { decide, decline, expire, extend } from '../flows/checkout.ts';
import { deliveryChoice } from '../flows/delivery.ts';
import { CheckoutRefused, sessionOf } from '../flows/session.ts';
import type { Outcome } from '../gateways/definition.ts';
import { longest } from '../protocol/duration.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { duration } from '../settings/kinds.ts';
import { settingMs } from '../settings/settings.ts';
import {
  checkoutAnswer,
  decidedAnswer,
  deliveryOrder,
  listAnswer,
  methodName,
  tampering,
} from './answers.ts';
import { ControlError, invalid, notFound } from './control-error.ts';
import { listOf, pageOf, paging } from './input.ts';
import { operation } from './operation.ts';
import { checkoutShape } from './shapes.ts';

const choice = z.strictObject({
  order: deliveryOrder.optional(),
  delay: duration({ atMost: longest.delay }).optional(),
  copies: z.int().min(1).max(20).optional().describe('How often the same bytes are sent'),
  hold: z.boolean().optional().describe('Hold it until it is released'),
  tamper: tampering.optional().describe('Send a forged callback, which your app must reject'),
});
export const deliverySchema = choice.describe('How the callback of a decision is sent');
export const approvalSchema = choice.extend({
  payment_method: methodName
    .optional()
    .describe('The page’s first method by default; has no effect where the page offers no methods'),
});
export const declineSchema = z.strictObject({
  reason: z.string().min(1).max(200).optional(),
  final: z.boolean().optional().describe('The customer cannot try again: the transaction ends as `declined`'),
});

/** Checkouts, decided without a browser. `:id` is the token or the percent-encoded `redirect_url`. */
export const checkoutOperations = {
  listCheckouts: operation({
    method: 'get',
    path: '/checkouts',
    summary: 'The checkouts, newest first',
    query: z.strictObject({ ...paging, account: z.string().optional() }),
    answer: listAnswer(checkoutAnswer),
    run: ({ runtime }, { query }) => {
      const page = pageOf(query);
      return listOf(
        runtime.store.checkouts.list(query.account, page),
        page,
        ({ transactionId }) => transactionId,
        ({ token }) => existing(runtime, token),
      );
    },
  }),

  getCheckout: operation({
    method: 'get',
    path: '/checkouts/:id',
    summary: 'One checkout, by its token or its full redirect_url',
    answer: checkoutAnswer,
    refusals: [404],
    run: ({ runtime }, { params }) => existing(runtime, tokenOf(params.id)),
  }),

  approveCheckout: operation({
    method: 'post',
    path: '/checkouts/:id/approve',
    summary:
      'Pays, as the customer would, even an amount that the page declines; `payment_method` is the first one on the page by default',
    body: approvalSchema,
    answer: decidedAnswer,
    refusals: [404, 409],
    run: ({ runtime }, { params, body: { payment_method: method, ...choice } }) =>
      decided(runtime, tokenOf(params.id), 'completed', method, choice),
  }),

  cancelCheckout: operation({
    method: 'post',
    path: '/checkouts/:id/cancel',
    summary: 'Cancels, as the customer would',
    body: deliverySchema,
    answer: decidedAnswer,
    refusals: [404, 409],
    run: ({ runtime }, { params, body }) => decided(runtime, tokenOf(params.id), 'canceled', undefined, body),
  }),

  declineCheckout: operation({
    method: 'post',
    path: '/checkouts/:id/decline',
    summary: 'Declines the attempt; the customer may try again, unless it is `final`',
    body: declineSchema,
    answer: checkoutAnswer,
    refusals: [404, 409],
    run: ({ runtime }, { params, body: { reason = 'declined', final = false } }) =>
      changedTo(runtime, params.id, (token) => decline(runtime, token, reason, final)),
  }),

  expireCheckout: operation({
    method: 'post',
    path: '/checkouts/:id/expire',
    summary: 'Expires an open checkout now',
    answer: checkoutAnswer,
    refusals: [404, 409],
    run: ({ runtime }, { params }) => changedTo(runtime, params.id, (token) => expire(runtime, token)),
  }),

  extendCheckout: operation({
    method: 'post',
    path: '/checkouts/:id/extend',
    summary: 'Gives an open checkout more time',
    body: z.strictObject({ by: duration({ atMost: longest.date }) }),
    answer: checkoutAnswer,
    refusals: [404, 409],
    run: ({ runtime }, { params, body }) =>
      changedTo(runtime, params.id, (token) => extend(runtime, token, settingMs(body.by))),
  }),
};

async function changedTo(runtime: Runtime, id: string, change: (token: string) => void) {
  const token = tokenOf(id);
  await changed(runtime, () => change(token));
  return existing(runtime, token);
}

async function decided(
  runtime: Runtime,
  token: string,
  outcome: Outcome,
  methodName: string | undefined,
  choice: z.output<typeof deliverySchema>,
) {
  const method = outcome === 'completed' ? methodOf(runtime, token, methodName) : undefined;
  const delivery = deliveryOf(runtime, token, choice);
  const decision = await changed(runtime, () => decide(runtime, token, outcome, method, delivery));
  await callbackFirst(runtime, decision.callbackIds, delivery);
  return {
    ...existing(runtime, token),
    status: decision.status,
    return_url: decision.returnUrl,
    callbacks: decision.callbackIds.map(String),
    order: delivery.order,
  };
}

/** The token of the named method, or of the checkout's first one. Undefined for gateways without methods. */
function methodOf(runtime: Runtime, token: string, name: string | undefined): string | undefined {
  const { methods } = sessionOf(runtime, token)?.gateway ?? { methods: {} };
  const [first] = Object.keys(methods);
  if (first === undefined || name === undefined) return first;
  const method = runtime.names.method(name, methods);
  if (method === undefined)
    throw invalid('payment_method', `must be one of ${Object.keys(methods).join(', ')}`);
  return method;
}

/** `browser` stays false: no browser returns after a control API call. */
function deliveryOf(
  runtime: Runtime,
  token: string,
  choice: z.output<typeof deliverySchema>,
): DeliveryChoice {
  const { delay, ...asked } = choice;
  const invoiceNo = sessionOf(runtime, token)?.transaction.invoiceNo ?? '';
  return deliveryChoice(runtime, invoiceNo, {
    ...asked,
    delayMs: delay === undefined ? undefined : settingMs(delay),
  });
}

async function changed<T>(runtime: Runtime, change: () => T): Promise<T> {
  try {
    return await runtime.store.commit(change);
  } catch (error) {
    if (!(error instanceof CheckoutRefused)) throw error;
    if (error.reason === 'too-long') throw new ControlError(400, 'INVALID_REQUEST', error.message, 'by');
    if (error.reason === 'unknown') throw new ControlError(404, 'NOT_FOUND', error.message);
    throw new ControlError(409, 'ALREADY_DECIDED', error.message);
  }
}

function existing(runtime: Runtime, token: string) {
  const session = sessionOf(runtime, token);
  if (!session) throw notFound('checkout', token);
  return checkoutShape(runtime, session);
}

/** The id itself, or the token in a whole `redirect_url`. */
function tokenOf(id: string): string {
  return URL.parse(id)?.searchParams.get('token') ?? id;
}
