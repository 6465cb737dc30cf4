import { isSameAmount } from './amount.ts';
import type { MerchantConfig } from './config.ts';
import { asText, callGateway, GatewayError } from './gateway-client.ts';
import { markPaid, type Order } from './orders.ts';

/**
 * Starts or restarts a payment. After a refusal, `order.error` is set, the order stays pending and its
 * invoice number remains usable, because only a successful confirm uses it up.
 * @returns the URL to send the customer to, or undefined after a refusal
 */
export async function startPayment(config: MerchantConfig, order: Order): Promise<string | undefined> {
  // The invoice number is already used up, so a second confirm would be refused.
  if (order.checkoutUrl) return order.checkoutUrl;
  return attempt(order, () =>
    order.gateway.flow === 'code' ? sendCode(config, order) : openCheckout(config, order),
  );
}

/** Pays a wallet order with the customer's code. Refusals are stored in `order.error`. */
export async function payWithCode(config: MerchantConfig, order: Order, code: string): Promise<void> {
  await attempt(order, async () => {
    const result = await callGateway(config, `${order.gateway.token}/confirm`, {
      process_id: order.processId ?? '',
      code,
      amount: order.amount,
      invoice_no: order.invoiceNo,
    });
    const transactionId = asText(result.transaction_id);
    if (!transactionId || !isSameAmount(asText(result.amount) ?? '', order.amount)) {
      throw new GatewayError('The gateway confirmed something other than this order.', { status: 200 });
    }
    markPaid(order, transactionId);
  });
}

async function attempt<T>(order: Order, call: () => Promise<T>): Promise<T | undefined> {
  order.error = undefined;
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // After a double click, one request pays and the other is refused. The customer does not need to see
    // that.
    if (order.status === 'pending') order.error = error;
    return undefined;
  }
}

async function sendCode(config: MerchantConfig, order: Order): Promise<string> {
  const result = await callGateway(config, `${order.gateway.token}/verify`, {
    ...customerFields(order),
    amount: order.amount,
  });
  const processId = asText(result.process_id);
  if (!processId) throw new GatewayError('The gateway sent no process_id.', { status: 200 });
  order.processId = processId;
  return `/orders/${order.id}/code`;
}

async function openCheckout(config: MerchantConfig, order: Order): Promise<string> {
  const returnUrl = `${config.merchantUrl}/return`;
  const callback =
    order.gateway.callback === 'post' ? { callback_url: `${config.merchantUrl}/callback` } : {};
  const result = await callGateway(config, `${order.gateway.token}/confirm`, {
    ...customerFields(order),
    amount: order.amount,
    invoice_no: order.invoiceNo,
    return_url: returnUrl,
    ...callback,
    lang: 'en',
  });
  const checkoutUrl = asText(result.redirect_url) ?? '';
  if (result.code !== 'CHECKOUT_REDIRECT' || !/^https?:\/\//i.test(checkoutUrl)) {
    throw new GatewayError('The gateway sent no address of a checkout page.', { status: 200 });
  }
  order.checkoutUrl = checkoutUrl;
  return checkoutUrl;
}

function customerFields({ gateway, mobileNumber, birthYear }: Order): Record<string, string> {
  const answers = { mobile_number: mobileNumber, birth_year: birthYear };
  return Object.fromEntries(gateway.asks.map((name) => [name, answers[name]]));
}
