import { randomBytes } from 'node:crypto';
import { hasCallbackUrl } from '../audit/audit-options.ts';
import type { Gateway } from '../client/contract.ts';
import { type DeliveryOrder, deliveryOrders, type Tampering, tamperings } from '../settings/delivery.ts';
import { type ControlFlags, WrongUsage } from './control-client.ts';
import { mustBeAmount, mustBeUrl, oneOf, timeoutOf } from './flag-values.ts';

/** How a payment can end. `failed` sends a genuine callback with `approved` 0. */
export const outcomes = ['paid', 'canceled', 'declined', 'expired', 'failed'] as const;

export type PayOutcome = (typeof outcomes)[number];

/** The flags as commander parses them. */
export interface PayFlags extends ControlFlags {
  readonly callbackUrl?: string;
  readonly returnUrl?: string;
  readonly amount: string;
  readonly invoice?: string;
  readonly mobile?: string;
  readonly outcome: string;
  readonly order?: string;
  readonly tamper?: string;
  readonly timeout: string;
  readonly account?: string;
}

/** The requested payment. */
export interface Wanted {
  readonly callbackUrl: string | undefined;
  readonly returnUrl: string | undefined;
  readonly amount: string;
  readonly invoiceNo: string;
  readonly mobile: string | undefined;
  readonly outcome: PayOutcome;
  readonly order: DeliveryOrder | undefined;
  readonly tamper: Tampering | undefined;
  readonly timeoutMs: number;
}

/** Checks what does not depend on the gateway. Throws `WrongUsage`. */
export function wantedBy(flags: PayFlags): Wanted {
  const { callbackUrl, returnUrl, amount, invoice, mobile, order, tamper } = flags;
  mustBeUrl('callback-url', callbackUrl);
  mustBeUrl('return-url', returnUrl);
  mustBeAmount(amount);
  return {
    callbackUrl,
    returnUrl,
    amount,
    invoiceNo: invoice ?? `PAY-${randomBytes(6).toString('hex').toUpperCase()}`,
    mobile,
    outcome: oneOf('outcome', flags.outcome, outcomes),
    order: order === undefined ? undefined : oneOf('order', order, deliveryOrders),
    tamper: tamper === undefined ? undefined : oneOf('tamper', tamper, tamperings),
    timeoutMs: timeoutOf(flags.timeout),
  };
}

/** Throws `WrongUsage` for flags that this gateway or outcome would ignore. */
export function mustFit(wanted: Wanted, gateway: Gateway): void {
  const sentence =
    gateway.flow === 'otp' ? mismatchOfWallet(wanted, gateway) : mismatchOfCheckout(wanted, gateway);
  if (sentence !== undefined) throw new WrongUsage(sentence);
}

function mismatchOfWallet(wanted: Wanted, { name }: Gateway): string | undefined {
  const { callbackUrl, returnUrl, order, tamper, outcome } = wanted;
  const given = Object.entries({ 'callback-url': callbackUrl, 'return-url': returnUrl, order, tamper });
  const useless = given.find(([, value]) => value !== undefined);
  if (useless !== undefined)
    return `${name} sends no callback and has no return, because the response of confirm says whether it is paid. Leave out --${useless[0]}.`;
  if (outcome === 'canceled' || outcome === 'failed')
    return `--outcome ${outcome} needs a checkout page, and ${name} has none. It can be paid, declined (wrong code) or expired (code too old).`;
  return undefined;
}

function mismatchOfCheckout(wanted: Wanted, { name, token, fields }: Gateway): string | undefined {
  const { callbackUrl, returnUrl, order, tamper, outcome, mobile } = wanted;
  if (callbackUrl !== undefined && !hasCallbackUrl(token))
    return `${name} sends its callback to the return URL. Use --return-url instead of --callback-url.`;
  if (mobile !== undefined && !fields.some((field) => field.name === 'mobile_number'))
    return `${name} takes no mobile number. Leave out --mobile.`;
  if (outcome === 'failed' && tamper !== undefined)
    return `--outcome failed is a callback with approved=0, which --tamper ${tamper} would replace. Use one of the two.`;
  if ((outcome === 'declined' || outcome === 'expired') && (order ?? tamper) !== undefined)
    return `Nothing is sent to your app for --outcome ${outcome}. Leave out --${order === undefined ? 'tamper' : 'order'}.`;
  if (order === undefined) return undefined;
  if (order !== 'return-only' && (hasCallbackUrl(token) ? callbackUrl : returnUrl) === undefined)
    return `--order ${order} sends a callback: name its address with --${hasCallbackUrl(token) ? 'callback' : 'return'}-url.`;
  if (order !== 'callback-only' && returnUrl === undefined)
    return `--order ${order} needs a page that customers come back to: name it with --return-url.`;
  return undefined;
}
