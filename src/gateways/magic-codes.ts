import { packageFile } from '../host/package-files.ts';
import type { ErrorCode } from '../protocol/errors.ts';
import type { GatewayToken } from './gateway.ts';

/** confirm is refused with `code`, whichever one-time code was sent. The process stays unchanged. */
export interface MagicCode {
  readonly digits: string;
  readonly gateway: GatewayToken;
  readonly code: ErrorCode;
}

/** The magic values that more than the flows must know: no one-time code may be one of these codes. */
// The package ships this fixture, and a test validates it.
export const magicTable = JSON.parse(packageFile('fixtures/magic.json')) as {
  readonly codes: readonly MagicCode[];
  readonly amounts: readonly { readonly amount: string; readonly reason: string }[];
};

/** Why the checkout page declines a payment of this amount. Amounts are compared as numbers. */
export function magicDecline(hundredths: number): string | undefined {
  return magicTable.amounts.find(({ amount }) => Math.round(Number(amount) * 100) === hundredths)?.reason;
}

/** A fixed code at the length of a gateway's codes: cut, or padded with zeros. */
export function codeOfLength(code: string, digits: number): string {
  return code.padEnd(digits, '0').slice(0, digits);
}

/** The magic value that a fixed code becomes on some gateway. */
export function magicFrom(code: string): MagicCode | undefined {
  return magicTable.codes.find(({ digits }) => codeOfLength(code, digits.length) === digits);
}
