import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { DeliveryChoice } from '../../callbacks/choice.ts';
import { decide, decline, expire, extend } from '../../flows/checkout.ts';
import { callbackFirst, deliveryChoice } from '../../flows/delivery.ts';
import { CheckoutRefused, sessionOf } from '../../flows/session.ts';
import type { Outcome } from '../../gateways/gateway.ts';
import type { Runtime } from '../../runtime.ts';
import { settingMs, tamperings } from '../../settings.ts';
import { duration } from '../../settings-schema.ts';
import type { AppEnv } from '../connection.ts';
import type { AppParts } from '../parts.ts';
import { ControlError, invalid, notFound } from './control-error.ts';
import { jsonBody, listOf, pageOf } from './input.ts';
import { checkoutShape } from './shapes.ts';

const choiceSchema = z.strictObject({
  order: z.enum(['together', 'callback-first', 'return-first', 'callback-only', 'return-only']).optional(),
  delay: duration.optional(),
  copies: z.int().min(1).max(20).optional(),
  hold: z.boolean().optional(),
  tamper: z.enum(tamperings).optional(),
});
const approveSchema = choiceSchema.extend({ payment_method: z.string().optional() });
const declineSchema = z.strictObject({
  reason: z.string().min(1).max(200).optional(),
  final: z.boolean().optional(),
});
const extendSchema = z.strictObject({ by: duration });

export function checkoutRoutes(app: Hono<AppEnv>, { runtime }: AppParts): void {
  const { store } = runtime;

  app.get('/checkouts', (c) => {
    const page = pageOf(c);
    const rows = store.checkouts.list(c.req.query('account'), page);
    return c.json(
      listOf(
        rows,
        page,
        ({ transactionId }) => transactionId,
        (row) => checkoutShape(runtime, row),
      ),
    );
  });

  app.get('/checkouts/:id', (c) => c.json(existing(runtime, tokenOf(c))));

  app.post('/checkouts/:id/approve', async (c) => {
    const { payment_method: method, ...choice } = await jsonBody(c, approveSchema);
    return c.json(await decided(runtime, tokenOf(c), 'completed', method ?? 'method_1', choice));
  });

  app.post('/checkouts/:id/cancel', async (c) => {
    const choice = await jsonBody(c, choiceSchema);
    return c.json(await decided(runtime, tokenOf(c), 'canceled', undefined, choice));
  });

  app.post('/checkouts/:id/decline', async (c) => {
    const { reason, final } = await jsonBody(c, declineSchema);
    await changed(runtime, () => decline(runtime, tokenOf(c), reason ?? 'declined', final ?? false));
    return c.json(existing(runtime, tokenOf(c)));
  });

  app.post('/checkouts/:id/expire', async (c) => {
    await changed(runtime, () => expire(runtime, tokenOf(c)));
    return c.json(existing(runtime, tokenOf(c)));
  });

  app.post('/checkouts/:id/extend', async (c) => {
    const { by } = await jsonBody(c, extendSchema);
    await changed(runtime, () => extend(runtime, tokenOf(c), settingMs(by)));
    return c.json(existing(runtime, tokenOf(c)));
  });
}

async function decided(
  runtime: Runtime,
  token: string,
  outcome: Outcome,
  methodName: string | undefined,
  choice: z.output<typeof choiceSchema>,
) {
  const method = methodName === undefined ? undefined : methodOf(runtime, token, methodName);
  const delivery = deliveryOf(runtime, token, choice);
  const decision = await changed(runtime, () => decide(runtime, token, outcome, method, delivery));
  await callbackFirst(runtime, decision.callbackIds, delivery);
  return {
    ...existing(runtime, token),
    status: decision.status,
    return_url: decision.returnUrl,
    callbacks: decision.callbackIds.map(String),
  };
}

/** The token of a method that the checkout offers; gateways without methods have none. */
function methodOf(runtime: Runtime, token: string, name: string): string | undefined {
  const session = sessionOf(runtime, token);
  if (!session || session.gateway.methods.length === 0) return undefined;
  const method = runtime.names.method(name, session.gateway.methods);
  if (method === undefined)
    throw invalid('payment_method', `must be one of ${session.gateway.methods.join(', ')}`);
  return method;
}

/** No browser comes back after a call of the control API. */
function deliveryOf(runtime: Runtime, token: string, choice: z.output<typeof choiceSchema>): DeliveryChoice {
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
    if (error.reason === 'unknown') throw new ControlError(404, 'NOT_FOUND', error.message);
    throw new ControlError(409, 'ALREADY_DECIDED', error.message);
  }
}

function existing(runtime: Runtime, token: string) {
  const checkout = runtime.store.checkouts.get(token);
  if (!checkout) throw notFound('checkout', token);
  return checkoutShape(runtime, checkout);
}

/** The token, or the token of a whole `redirect_url`. */
function tokenOf(c: Context<AppEnv>): string {
  const id = c.req.param('id') ?? '';
  return URL.parse(id)?.searchParams.get('token') ?? id;
}
