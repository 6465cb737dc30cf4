import { type Account, callGateway } from './gateway-client.ts';
import { markPaid, type Order } from './orders.ts';

/** Where the gateway reaches the shop. */
export interface Place {
  /** The shop's own URL. */
  readonly shopUrl: string;
}

/** Starts the payment of an order. Returns why it cannot be paid, or undefined. */
export async function begin(
  account: Account & Place,
  order: Order,
  birthYear: string,
): Promise<string | undefined> {
  const { gateway, mobileNumber } = order;
  const customer = { mobile_number: mobileNumber, birth_year: birthYear };
  const asked = Object.fromEntries(gateway.asks.map((name) => [name, customer[name]]));
  return gateway.flow === 'code' ? sendCode(account, order, asked) : openPage(account, order, asked);
}

/** Pays with the customer's code. The order's page shows refusals. */
export async function payWithCode(account: Account, order: Order, code: string): Promise<void> {
  const { gateway, processId = '', amount, invoiceNo } = order;
  const fields = { process_id: processId, code, amount, invoice_no: invoiceNo };
  const answer = await callGateway(account, `${gateway.name}/confirm`, fields);
  if ('result' in answer) markPaid(order, String(answer.result.transaction_id));
  // After a double click, the second confirm is refused because the first one has paid.
  else if (order.status !== 'paid') order.problem = answer.refusal;
}

async function sendCode(
  account: Account,
  order: Order,
  asked: Record<string, string>,
): Promise<string | undefined> {
  const answer = await callGateway(account, `${order.gateway.name}/verify`, {
    ...asked,
    amount: order.amount,
  });
  if ('refusal' in answer) return answer.refusal;
  order.processId = String(answer.result.process_id);
  return undefined;
}

async function openPage(
  account: Account & Place,
  order: Order,
  asked: Record<string, string>,
): Promise<string | undefined> {
  const { gateway, amount, invoiceNo, lang } = order;
  const answer = await callGateway(account, `${gateway.name}/confirm`, {
    ...asked,
    amount,
    invoice_no: invoiceNo,
    lang,
    return_url: `${account.shopUrl}/return`,
    ...(gateway.callback === 'callback_url' && { callback_url: `${account.shopUrl}/callback` }),
  });
  if ('refusal' in answer) return answer.refusal;
  order.redirectUrl = String(answer.result.redirect_url);
  return undefined;
}
