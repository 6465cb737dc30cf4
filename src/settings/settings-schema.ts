import { z } from 'zod';
import type { OtpToken } from '../gateways/gateway.ts';
import { otpGateways } from '../gateways/index.ts';
import { type ErrorCode, errorTable } from '../protocol/errors.ts';
import { duration } from './duration-schema.ts';
import { deliveryOrders, type Settings } from './settings.ts';
import { longestSettings, mostRequests } from './settings-limits.ts';

/** Fewer would take away what somebody is looking at. */
const kept = whole(100).nullable();
const positive = whole(1);
const amount = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/, 'must be an amount such as "500" or "500.00"');
// Object.keys loses the keys' type.
export const errorCodes = Object.keys(errorTable) as ErrorCode[];
export const errorCode = z.enum(errorCodes);

/** The shape of the settings, whole: unknown members are refused. */
export const settingsSchema: z.ZodType<Settings> = z.strictObject({
  profile: z.enum(['observed', 'documented']),
  strict: z.boolean(),
  maintenance_mode: z.boolean(),
  rate_limit: z
    .strictObject({ requests: whole(1, mostRequests), period: positiveDuration('rate_limit.period') })
    .nullable(),
  sandbox_transaction_limit: z
    .strictObject({ transactions: whole(0), period: positiveDuration('sandbox_transaction_limit.period') })
    .nullable(),
  limits: z.strictObject({ maximum_amount: z.strictObject({ live: amount, test: amount }) }),
  signature: z.strictObject({ layout: z.enum(['encoded', 'raw', 'sorted']) }),
  aggregator: z.strictObject({ method_field: z.enum(['paymet_method', 'payment_method']) }),
  requests: z.strictObject({ bodies: z.enum(['forms', 'lenient']) }),
  invoice: z.strictObject({ alphabet: z.enum(['any', 'strict']), used: z.enum(['confirmed', 'completed']) }),
  mobile: z.strictObject({ lenient: z.boolean() }),
  otp: z.strictObject({
    length: z.strictObject(digitsOfEach()),
    policy: z.enum(['random', 'fixed']),
    codes: z.record(z.string(), z.string().regex(/^\d{4,10}$/, 'must be 4 to 10 digits')),
    lifetime: positiveDuration('otp.lifetime'),
    attempts: positive,
    resend_wait: duration({ atMost: longestSettings['otp.resend_wait'] }),
  }),
  checkout: z.strictObject({ lifetime: positiveDuration('checkout.lifetime') }),
  card: z.strictObject({ callback: z.enum(['both', 'browser', 'server']) }),
  callback: z.strictObject({
    mode: z.enum(['retry', 'once', 'manual']),
    timeout: positiveDuration('callback.timeout'),
    order: z.enum(deliveryOrders),
    delay: duration({ atMost: longestSettings['callback.delay'] }),
    copies: whole(1, 20),
    hold: z.boolean(),
    jitter_seed: z.int('must be a whole number').nullable(),
  }),
  retention: z.strictObject({ requests: kept, events: kept, otps: kept, transactions: kept }),
  codes: z.enum(['observed', 'documented']),
  error: z.strictObject({ fields: z.boolean() }),
  statuses: z.partialRecord(errorCode, whole(400, 499)),
});

function digitsOfEach() {
  const digits = otpGateways.map(({ token }) => [token, whole(4, 10)] as const);
  // One entry for each gateway with codes.
  return Object.fromEntries(digits) as Record<OtpToken, z.ZodInt>;
}

function positiveDuration(path: keyof typeof longestSettings) {
  return duration({ atMost: longestSettings[path], aboveZero: true });
}

/** A whole number; what is none, or out of its bounds, is told in one sentence. */
function whole(least: number, most = Number.MAX_SAFE_INTEGER) {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `${least} on` : `${least} to ${most}`;
  const why = `must be a whole number from ${bounds}`;
  return z.int(why).min(least, why).max(most, why);
}
