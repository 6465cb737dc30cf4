import { z } from 'zod';
import { tamperings } from '../settings/settings.ts';

/**
 * What the control API answers, as schemas: the handlers are typed by them, and the OpenAPI document is made of them. Times are ISO 8601,
 * by the sandbox's clock.
 */
export const time = z.iso.datetime();
export const mode = z.enum(['live', 'test']);
const nullableText = z.string().nullable();
/** A gateway's or a payment method's name: the neutral token, unless the config's `names` gives another. */
const name = z.string();

/** A page of a list; `next` is the `cursor` of the page after it. */
export function listAnswer<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item).readonly(), next: nullableText });
}

export const accountAnswer = z.object({
  id: z.string(),
  name: z.string(),
  approved: z.boolean(),
  allow_self_signed: z.boolean(),
  api_key: z.string(),
  secret_key: z.string(),
  access_tokens: z.object({ test: z.string(), live: z.string() }),
  gateways: z.record(
    z.string(),
    z.object({
      allowed: z.boolean(),
      configured: z.boolean(),
      test_mode: z.boolean(),
      currency: z.string(),
    }),
  ),
  ip_whitelist: z.object({ enabled: z.boolean(), entries: z.array(z.string()).readonly() }),
  created_at: time,
});

export const otpStatus = z.enum(['active', 'used', 'expired', 'superseded', 'locked']);

export const otpAnswer = z.object({
  id: z.string(),
  account: z.string(),
  mode,
  gateway: name,
  mobile_number: z.string(),
  code: z.string(),
  process_id: z.string(),
  amount: z.string(),
  status: otpStatus,
  attempts: z.int(),
  created_at: time,
  expires_at: time,
  message: z.object({ ar: z.string(), en: z.string() }),
});

export const transactionStatus = z.enum(['started', 'completed', 'canceled', 'declined', 'expired']);

export const transactionAnswer = z.object({
  transaction_id: z.string(),
  account: z.string(),
  mode,
  gateway: name,
  invoice_no: z.string(),
  amount: z.string(),
  currency: z.enum(['LYD', 'USD']),
  status: transactionStatus,
  payment_method: name.nullable(),
  mobile_number: nullableText,
  email: nullableText,
  customer_ip: nullableText,
  decline_reason: nullableText,
  checkout: nullableText,
  created_at: time,
  decided_at: time.nullable(),
});

/** A request of the merchant, or an event of the journal, with members of its own. */
const timelineEntry = z.looseObject({ at: time, type: z.string() });

export const storyAnswer = transactionAnswer.extend({ timeline: z.array(timelineEntry).readonly() });

export const checkoutAnswer = transactionAnswer.extend({
  id: z.string(),
  redirect_url: z.url(),
  lang: z.enum(['ar', 'en']),
  return_url: z.string(),
  callback_url: nullableText,
  expires_at: time,
});

/** A checkout that has just been decided: where the browser goes, whole and signed, and the ids of its callbacks. */
export const decidedAnswer = checkoutAnswer.extend({ callbacks: z.array(z.string()).readonly() });

const pair = z.tuple([z.string(), z.string()]).readonly();

const attemptAnswer = z.object({
  number: z.int(),
  at: time,
  url: z.string(),
  genuine: z.boolean(),
  request: z.string(),
  duration_ms: z.number().nullable(),
  answer: z
    .object({
      status: z.int(),
      headers: z.array(pair).readonly(),
      body: z.string(),
      truncated: z.boolean(),
    })
    .nullable(),
  error: nullableText,
});

export const callbackStatus = z.enum(['pending', 'delivered', 'exhausted', 'held', 'dropped']);

export const callbackAnswer = z.object({
  id: z.string(),
  transaction_id: z.string(),
  account: z.string(),
  gateway: name,
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  body: nullableText,
  fields: z.record(z.string(), z.unknown()),
  signed_string: z.string(),
  hashed: z.string(),
  status: callbackStatus,
  tampered: z.enum(tamperings).nullable(),
  copy_of: nullableText,
  next_attempt_at: time.nullable(),
  created_at: time,
  attempts: z.array(attemptAnswer).readonly(),
});

const traceStep = z.object({
  check: z.string(),
  passed: z.boolean(),
  expected: z.string(),
  got: z.string(),
});

export const requestAnswer = z.object({
  id: z.string(),
  at: time,
  account: nullableText,
  mode: mode.nullable(),
  gateway: name.nullable(),
  action: nullableText,
  method: z.string(),
  path: z.string(),
  remote_address: z.string(),
  headers: z.record(z.string(), z.unknown()),
  body: z.string(),
  status: z.int(),
  code: nullableText,
  answer: z.unknown(),
  fault: nullableText,
  note: nullableText.describe(
    'For a request without valid keys: why it is kept apart, in memory and for a while',
  ),
  duration_ms: z.number(),
  transaction_id: nullableText,
  process_id: nullableText,
  trace: z.array(traceStep).readonly(),
  lint: z.array(z.string()).readonly(),
  assumptions: z.array(z.string()).readonly(),
});

export const refusalAnswer = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
