import type { GatewayToken } from '../gateways/gateway.ts';
import { type MagicCode, magicTable } from '../gateways/magic-codes.ts';
import type { ErrorCode } from '../protocol/errors.ts';
import type { DeliveryOrder } from '../settings/delivery.ts';

/** Values that trigger an effect, all within the documented formats. Other values have no effect. */
export interface MagicValues {
  /** verify is refused with `code`, or it succeeds and no one-time code is sent. */
  readonly mobile_numbers: readonly {
    readonly number: string;
    readonly gateway: GatewayToken;
    readonly code?: ErrorCode;
    readonly no_code?: boolean;
  }[];
  readonly codes: readonly MagicCode[];
  /** The customer's payment on the hosted page is declined. */
  readonly amounts: readonly { readonly amount: string; readonly reason: string }[];
  /** Sets the order of callback and return. */
  readonly invoice_prefixes: readonly { readonly prefix: string; readonly order: DeliveryOrder }[];
}

/** The only table of magic values. The flows use it, and `GET /_sandbox/api/magic` and the docs list it. */
// The cast: it is the whole file.
export const magicValues = magicTable as MagicValues;

/** The magic value that a verify for this number triggers. */
export function magicNumber(
  gateway: GatewayToken,
  number: string,
): MagicValues['mobile_numbers'][0] | undefined {
  return magicValues.mobile_numbers.find((each) => each.gateway === gateway && each.number === number);
}

/** The error that refuses a confirm with this code. */
export function magicCode(gateway: GatewayToken, digits: string): ErrorCode | undefined {
  return magicValues.codes.find((each) => each.gateway === gateway && each.digits === digits)?.code;
}

/** The order of callback and return that an invoice number's prefix sets. Undefined for any other number. */
export function magicOrder(invoiceNo: string): DeliveryOrder | undefined {
  return magicValues.invoice_prefixes.find(({ prefix }) => invoiceNo.startsWith(prefix))?.order;
}
