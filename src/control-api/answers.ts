import { z } from 'zod';
import { gatewayToken } from '../accounts/account-schema.ts';
import { currencies, languages, modes } from '../protocol/vocabulary.ts';
import { deliveryOrders, tamperings } from '../settings/delivery.ts';
import { callbackStatuses, otpStatuses, transactionStatuses } from '../store/statuses.ts';
import { verdictAnswer } from './verdict-shape.ts';

/**
 * The schemas of control API responses. They type the handlers and generate the OpenAPI document. Times are
 * ISO 8601 on the sandbox's clock.
 */
export const time = z.iso.datetime();
export const mode = z.enum(modes);
const nullableText = z.string().nullable();
export const gatewayName = z
  .string()
  .describe('A gateway, by its token or by the name that `names` in the config gives it');
export const methodName = z
  .string()
  .describe('A payment method, by its token or by the name that `names` in the config gives it');
export const tampering = z.enum(tamperings).describe('What is wrong with a forged or broken callback');
export const deliveryOrder = z
  .enum(deliveryOrders)
  .describe('What comes first, the callback or the browser’s return, or which of the two does not come');

/** A page of a list. `next` is the `cursor` of the next page. */
export function listAnswer<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item).readonly(), next: nullableText });
}

export const accountGateway = z.object({
  allowed: z.boolean(),
  configured: z.boolean(),
  test_mode: z.boolean(),
  currency: z.string(),
});

export const accountAnswer = z.object({
  id: z.string(),
  name: z.string(),
  approved: z.boolean(),
  allow_self_signed: z.boolean(),
  api_key: z.string().describe('Masked in lists, like the secret key and the tokens'),
  secret_key: z.string(),
  access_tokens: z.object({ test: z.string(), live: z.string() }),
  gateways: z.record(gatewayToken, accountGateway),
  brand: z
    .object({ accent: z.string().nullable(), logo: z.string().nullable() })
    .describe('Color and logo of the hosted pages'),
  ip_whitelist: z.object({ enabled: z.boolean(), entries: z.array(z.string()).readonly() }),
  created_at: time,
});

export const otpStatus = z.enum(otpStatuses);

export const otpAnswer = z
  .object({
    id: z.string(),
    account: z.string(),
    mode,
    gateway: gatewayName,
    mobile_number: z.string(),
    code: z.string(),
    process_id: z.string(),
    amount: z.string(),
    status: otpStatus,
    attempts: z.int(),
    created_at: time,
    expires_at: time,
    message: z.object({ ar: z.string(), en: z.string() }),
  })
  .describe('A one-time code on a customer’s phone');

export const transactionStatus = z.enum(transactionStatuses);

export const transactionAnswer = z.object({
  transaction_id: z.string(),
  account: z.string(),
  mode,
  gateway: gatewayName,
  invoice_no: z.string(),
  amount: z.string().describe('The string that your app sent'),
  currency: z.enum(currencies),
  status: transactionStatus,
  payment_method: methodName.nullable(),
  mobile_number: nullableText,
  email: nullableText,
  customer_ip: nullableText,
  decline_reason: nullableText,
  checkout: nullableText.describe('The token of its checkout; null for a wallet payment'),
  created_at: time,
  decided_at: time.nullable(),
  verdict: verdictAnswer,
});

const checkout = transactionAnswer.extend({
  id: z.string().describe('The token'),
  redirect_url: z.url(),
  lang: z.enum(languages),
  return_url: z.string(),
  callback_url: nullableText,
  expires_at: time,
});
export const checkoutAnswer = checkout.describe('A checkout session with its transaction');

export const decidedAnswer = checkout
  .extend({
    status: z.enum(['completed', 'canceled']),
    return_url: z.string().describe('Where the browser goes, complete and signed'),
    callbacks: z.array(z.string()).readonly().describe('The ids of its callbacks'),
    order: deliveryOrder.describe(
      'As asked, else by the magic invoice number or the setting `callback.order`',
    ),
  })
  .describe('A checkout that has just been decided');

const pair = z.tuple([z.string(), z.string()]).readonly();

export const merchantAnswer = z.object({
  status: z.int(),
  headers: z.array(pair).readonly(),
  body: z
    .string()
    .describe('The first 64 KiB; in the list of callbacks the first 1 KiB, followed by a note that says so'),
  truncated: z.boolean().describe('Whether the response is truncated here, or its body is no longer kept'),
});

export const attemptAnswer = z.object({
  number: z.int(),
  at: time,
  url: z.string(),
  genuine: z
    .boolean()
    .describe('False for a forged callback, or one whose fields differ from those of the outcome'),
  request: z.string().describe('The exact bytes, as text'),
  duration_ms: z.number().nullable().describe('Null while it is under way, or if it was cut off'),
  answer: merchantAnswer.nullable(),
  error: nullableText.describe('Why there is no response; null if there is one'),
});

export const callbackStatus = z.enum(callbackStatuses);

export const callbackAnswer = z.object({
  id: z.string(),
  transaction_id: z.string(),
  account: z.string(),
  gateway: gatewayName,
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  target_host: z.string().describe('Host and port that it is sent to: from `url` or `callback_host_map`'),
  body: nullableText,
  fields: z.record(z.string(), z.unknown()).describe('Texts, unless it was forged with `types`'),
  signed_string: z.string(),
  hashed: z.string(),
  status: callbackStatus,
  tampered: tampering.nullable(),
  copy_of: nullableText.describe('The callback whose bytes it repeats'),
  next_attempt_at: time.nullable(),
  created_at: time,
  attempts_total: z.int().describe('How many attempts there are'),
  attempts: z.array(attemptAnswer).readonly().describe('The newest 20, in the order they were sent'),
});

export const traceStep = z.object({
  check: z.string(),
  passed: z.boolean(),
  expected: z.string(),
  got: z.string(),
});

export const requestAnswer = z
  .object({
    id: z.string(),
    at: time,
    account: nullableText,
    mode: mode.nullable(),
    gateway: gatewayName.nullable(),
    action: nullableText,
    method: z.string(),
    path: z.string(),
    remote_address: z.string(),
    headers: z.record(z.string(), z.unknown()),
    body: z.string(),
    status: z.int(),
    code: nullableText,
    answer: z.unknown().describe('Its JSON; the text where a fault answered with something else'),
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
  })
  .describe('A call of the merchant API, with the reason for its answer');

export const refusalAnswer = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
