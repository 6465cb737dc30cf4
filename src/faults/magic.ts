import type { GatewayToken } from '../gateways/gateway.ts';
import { packageFile } from '../host/package-files.ts';
import type { ErrorCode } from '../protocol/errors.ts';
import type { DeliveryOrder } from '../settings/delivery.ts';

/** Values that make something happen by themselves, all of them inside the documented formats. One that is not listed never does. */
export interface MagicValues {
  /** verify is refused with `code`, or succeeds and no code ever arrives. */
  readonly mobile_numbers: readonly {
    readonly number: string;
    readonly gateway: GatewayToken;
    readonly code?: ErrorCode;
    readonly no_code?: boolean;
  }[];
  /** confirm is refused with `code`, whatever code was sent; the process stays as it is. */
  readonly codes: readonly {
    readonly digits: string;
    readonly gateway: GatewayToken;
    readonly code: ErrorCode;
  }[];
  /** The customer's payment on the hosted page is declined. */
  readonly amounts: readonly { readonly amount: string; readonly reason: string }[];
  /** The order of callback and return. */
  readonly invoice_prefixes: readonly { readonly prefix: string; readonly order: DeliveryOrder }[];
}

/** The one table of magic values: what runs, and what `GET /_sandbox/api/magic` and the docs list. */
// Our own fixture, which ships in the package and a test checks.
export const magicValues = JSON.parse(packageFile('fixtures/magic.json')) as MagicValues;

/** What a verify for this number does beside the usual. */
export function magicNumber(
  gateway: GatewayToken,
  number: string,
): MagicValues['mobile_numbers'][0] | undefined {
  return magicValues.mobile_numbers.find((each) => each.gateway === gateway && each.number === number);
}

/** The error that a confirm with this code is refused with. */
export function magicCode(gateway: GatewayToken, digits: string): ErrorCode | undefined {
  return magicValues.codes.find((each) => each.gateway === gateway && each.digits === digits)?.code;
}

/** Why a payment of this amount is declined at the checkout. The amount is compared as a number. */
export function magicDecline(hundredths: number): string | undefined {
  return magicValues.amounts.find(({ amount }) => Math.round(Number(amount) * 100) === hundredths)?.reason;
}

/** The order of callback and return that an invoice number asks for by its prefix; undefined for any other number. */
export function magicOrder(invoiceNo: string): DeliveryOrder | undefined {
  return magicValues.invoice_prefixes.find(({ prefix }) => invoiceNo.startsWith(prefix))?.order;
}
