import type { Ask, Reply } from './ask.ts';
import type { Ended, Gateway, Order } from './orders.ts';

const amount = '10.00';
/** The value of `otp.codes` in sandboxes under load. */
export const fixedCode = '123456';
const mostSteps = 20;

/**
 * Places an order like a merchant and a customer together, and returns its outcome in the sandbox's words.
 * With a retrying `ask`, a request may be sent twice: if the first one was stored but not answered, the
 * result is looked up.
 */
export function buy(ask: Ask, order: Order): Promise<Ended> {
  return order.gateway === 'walletA' || order.gateway === 'walletB'
    ? buyByWallet(ask, order)
    : buyOnPages(ask, order);
}

async function buyByWallet(ask: Ask, order: Order): Promise<Ended> {
  const { gateway, mobileNumber: mobile_number, invoiceNo: invoice_no } = order;
  const fields = { mobile_number, amount, ...(gateway === 'walletA' && { birth_year: '1990' }) };
  const verified = await ask(api(`${gateway}/verify`), fields);
  if (verified.status !== 200) throw unexpected(order, verified);
  const process_id = String(JSON.parse(verified.text).result.process_id);
  const code = codeOf(gateway);
  const paid = await ask(api(`${gateway}/confirm`), { process_id, code, amount, invoice_no });
  if (paid.status === 200) return 'completed';
  return (await stored(ask, order, paid)).status;
}

async function buyOnPages(ask: Ask, order: Order): Promise<Ended> {
  const token = await startedCheckout(ask, order);
  const pages = () => throughPages(ask, order, token);
  return order.gateway === 'localbankcards' ? alone(pages) : pages();
}

/**
 * All card payments use the same phone at the bank, so each code ends the previous one. They therefore run
 * one at a time.
 */
let lastAtBank: Promise<unknown> = Promise.resolve();
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = lastAtBank.then(work, work);
  lastAtBank = turn;
  return turn;
}

/** Fills in page after page until one shows the outcome. */
async function throughPages(ask: Ask, order: Order, token: string): Promise<Ended> {
  for (let step = 0; step < mostSteps; step += 1) {
    const page = await ask(`/checkout?token=${token}&lang=en`);
    const [, state] = /data-testid="result-status" data-state="(\w+)"/.exec(page.text) ?? [];
    if (state === 'paid') return 'completed';
    if (state === 'canceled') return 'canceled';
    if (page.status !== 200 || state !== undefined) throw unexpected(order, page);
    const fields = { token, lang: 'en', ...(order.end === 'completed' && filledIn(order, page.text)) };
    const sent = await ask(`/checkout/${order.end === 'completed' ? 'pay' : 'cancel'}`, fields);
    if (sent.status !== 303) throw unexpected(order, sent);
  }
  throw new Error(`${order.invoiceNo}: the pages come to no end`);
}

/** The customer's input for the current page. */
function filledIn({ gateway, method }: Order, page: string): Readonly<Record<string, string>> {
  const step = hiddenIn(page, 'step');
  if (step === 'code') return { step, process_id: hiddenIn(page, 'process_id'), code: codeOf(gateway) };
  if (step === '' && gateway === 'aggregator') return { step, method };
  const number = gateway === 'cardgw' ? '4111111111111111' : '9111111111111111';
  return { step, number, expiry: '12/99', cvc: '123', holder: 'A' };
}

function hiddenIn(page: string, name: string): string {
  return new RegExp(`name="${name}" value="(\\w*)"`).exec(page)?.[1] ?? '';
}

/** All codes have the same prefix: sandboxes under load use the policy `fixed`. */
function codeOf(gateway: Gateway): string {
  return fixedCode.slice(0, gateway === 'walletB' ? 4 : 6);
}

/** Makes the merchant open a checkout. Returns its token. */
export async function startedCheckout(ask: Ask, order: Order): Promise<string> {
  const { gateway, invoiceNo: invoice_no, mobileNumber: mobile_number, merchantUrl } = order;
  const answer = await ask(api(`${gateway}/confirm`), {
    amount,
    invoice_no,
    return_url: `${merchantUrl}/return`,
    ...(gateway === 'aggregator' && { mobile_number, callback_url: `${merchantUrl}/callback` }),
  });
  if (answer.status !== 200) return (await stored(ask, order, answer)).checkout;
  return new URL(JSON.parse(answer.text).result.redirect_url).searchParams.get('token') ?? '';
}

/** The transaction of a used invoice number, after an answer of ours was lost. */
async function stored(ask: Ask, order: Order, refusal: Reply): Promise<{ status: Ended; checkout: string }> {
  if (refusal.status !== 422) throw unexpected(order, refusal);
  const list = await ask(`/_sandbox/api/transactions?invoice_no=${order.invoiceNo}`);
  const [transaction] = JSON.parse(list.text).data;
  if (!transaction) throw unexpected(order, refusal);
  return transaction;
}

function api(path: string): string {
  return `/api/v1/transaction/${path}`;
}

function unexpected({ gateway, invoiceNo }: Order, { status, text }: Reply): Error {
  return new Error(`${gateway} ${invoiceNo}: ${status} ${text.slice(0, 2000)}`);
}
