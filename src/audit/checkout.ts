import { type Checkout, SandboxError } from '../client.ts';
import { type AuditOptions, hasCallbackUrl } from './audit-options.ts';
import { merchantCall } from './merchant-call.ts';
import { checkoutUrl, type Order } from './order.ts';
import { filledUrl } from './placeholders.ts';
import { AuditError } from './verdict.ts';

/** The checkout that the order opened, or one that the audit opens with the given addresses. */
export async function checkoutOf(options: AuditOptions, gateway: string, order: Order): Promise<Checkout> {
  const checkout = (await openedByMerchant(options, order)) ?? (await confirmed(options, gateway, order));
  const name = options.nameOf(gateway);
  if (checkout.gateway !== name)
    throw new AuditError(
      `The audit asked for an order with ${name}, but your app opened a checkout of ${checkout.gateway}.`,
    );
  return checkout;
}

async function openedByMerchant({ sandbox }: AuditOptions, { invoiceNo, redirectUrl, appOrigin }: Order) {
  const named = redirectUrl === undefined ? null : checkoutUrl(redirectUrl);
  const opened = named && (await checkoutAt(sandbox, named, appOrigin));
  if (opened) return opened;
  if (invoiceNo === undefined)
    throw new AuditError(
      'The new order has no invoice number. Respond with JSON that has "invoice_no", or use the one in {invoice}.',
    );
  const { data } = await sandbox.transactions.list({ invoice_no: invoiceNo });
  // A decided checkout belongs to an earlier use of this number.
  const token = data.find(({ status }) => status === 'started')?.checkout;
  return token ? sandbox.checkouts.get(token) : undefined;
}

/** Undefined for a page of your app that only looks like a checkout. */
async function checkoutAt(
  { url, checkouts }: AuditOptions['sandbox'],
  at: URL,
  appOrigin: string | undefined,
): Promise<Checkout | undefined> {
  try {
    return await checkouts.get(at.href);
  } catch (error) {
    if (!(error instanceof SandboxError) || error.code !== 'NOT_FOUND') throw error;
    if (at.origin === appOrigin) return undefined;
    throw new AuditError(
      `Your app opened its checkout at ${at.origin}, but this audit uses the sandbox at ${url}. Set --url ${at.origin}.`,
    );
  }
}

async function confirmed(
  options: AuditOptions,
  gateway: string,
  { invoiceNo = '', amount, answered }: Order,
): Promise<Checkout> {
  const { sandbox, timeoutMs } = options;
  const told = answered === undefined ? '' : ` ${answered}.`;
  const fields = { amount, invoice_no: invoiceNo, ...addresses(options, gateway, invoiceNo, told) };
  const answer = await merchantCall(sandbox, `${gateway}/confirm`, fields, timeoutMs);
  if (answer.status !== 200)
    throw new AuditError(`The sandbox refused a checkout for ${invoiceNo}: ${answer.error ?? answer.body}`);
  // The API documentation's format for a successful confirm.
  const { result } = JSON.parse(answer.body) as { result: { redirect_url: string } };
  return sandbox.checkouts.get(result.redirect_url);
}

/** `told`: what the order's URL answered, if it should have opened a checkout. */
function addresses(
  { callbackUrl, returnUrl, nameOf }: AuditOptions,
  gateway: string,
  invoice: string,
  told: string,
) {
  if (returnUrl === undefined)
    throw new AuditError(
      `Name the handler of returns with --return-url, or let the order open its checkout at the sandbox.${told}`,
    );
  const ours = { return_url: filledUrl(returnUrl, { invoice }) };
  if (!hasCallbackUrl(gateway)) return ours;
  if (callbackUrl === undefined)
    throw new AuditError(
      `Name the handler of ${nameOf(gateway)}'s callbacks with --callback-url, or audit other gateways with --gateway.`,
    );
  return { ...ours, callback_url: filledUrl(callbackUrl, { invoice }), mobile_number: '0912345678' };
}
