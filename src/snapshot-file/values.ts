import { z } from 'zod';
import { accountSeedSchema, brandSchema, gatewayToken } from '../accounts/account-schema.ts';
import { hundredthsOf } from '../protocol/amount.ts';
import { isWhitelistEntry } from '../protocol/ip-address.ts';
import { actions } from '../protocol/vocabulary.ts';
import { errorCode } from '../settings/kinds.ts';
import { faultBodies } from '../store/fault.ts';

/** Values that the sandbox reads without further checks, so a file must not contain others. */
export const key = accountSeedSchema.shape.api_key.unwrap();

export const whitelistEntry = z.string().refine(isWhitelistEntry, 'must be an IP address or a CIDR range');

export const accountGateways = z.partialRecord(
  gatewayToken,
  z.strictObject({
    allowed: z.boolean(),
    configured: z.boolean(),
    test_mode: z.boolean(),
    currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as "USD"'),
  }),
);

/** Missing in files from earlier versions. */
export const accountBrand = brandSchema.required().nullable().optional();

export const faultMatch = z.strictObject({
  account: z.string().optional(),
  gateway: gatewayToken.optional(),
  action: z.enum(actions).optional(),
  invoice_no: z.string().optional(),
  mobile_number: z.string().optional(),
});

const httpStatus = z.int().min(200).max(599);

export const faultEffect = z.union(
  [
    z.strictObject({ code: errorCode }),
    z.strictObject({ http_status: httpStatus, body: z.enum(faultBodies) }),
    z.strictObject({ delayMs: z.number().min(0).max(600_000) }),
    z.strictObject({ hang: z.literal(true), after: z.boolean() }),
    z.strictObject({ reset: z.literal(true), after: z.boolean() }),
  ],
  'must be an effect of a fault',
);

/** The fields of a callback, in order. */
export const sentFields = z.array(z.tuple([z.string(), z.union([z.string(), z.number(), z.boolean()])]));

/** Headers with which a request can be sent again: no other text is a valid header. */
export const headerFields = z.array(
  z.tuple([
    z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be a header name'),
    z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be a header value'),
  ]),
);

/** The headers of an answer, as they came. Null without an answer, or if they were too long to keep. */
export const answerHeaders = z.array(z.tuple([z.string(), z.string()])).nullable();

/** Sent to merchants and signed as it is. Earlier versions accepted more leading zeros than this one does. */
export const amount = z
  .string()
  .max(1000)
  .refine((text) => (worthOf(text) ?? 0) > 0, 'must be an amount such as 10.50, greater than zero');

/** Both of a row's amounts, the one that is shown and sent and the one that is compared, must be the same. */
export function sameAmounts(row: Readonly<Record<string, unknown>>): boolean {
  const { amount_hundredths: hundredths } = row;
  return hundredths === undefined || hundredths === worthOf(String(row.amount));
}

function worthOf(text: string): number | undefined {
  try {
    return hundredthsOf(text);
  } catch {
    return undefined;
  }
}
