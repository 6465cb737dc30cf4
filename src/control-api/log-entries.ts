import { z } from 'zod';

import { gatewayName, methodName, time } from './answers.ts';
import { eventType } from './event-shapes.ts';

const text = z.string().nullable();

const common = {
  id: z.string().describe('The id of the request, or of the event'),
  at: time,
  account: text,
  page: z.string().describe('The path of the page that shows more'),
};

export const callEntry = z
  .object({
    kind: z.literal('call'),
    ...common,
    method: z.string(),
    path: z.string(),
    endpoint: text.describe('Gateway and action, as in the path; null for any other path'),
    status: z.int(),
    code: text,
    duration_ms: z.number(),
    invoice_no: text,
    mobile_number: text,
    transaction_id: text,
    fault: text,
    reason: text.describe('Why it was rejected'),
    note: text.describe('For a call without valid keys: who sent it'),
    remote_address: z.string(),
  })
  .describe('A call of the merchant API');

export const codeEntry = z
  .object({
    kind: z.literal('code'),
    ...common,
    type: eventType,
    gateway: gatewayName,
    code: text.describe('The one-time code'),
    mobile_number: text,
    amount: text,
    process_id: text,
  })
  .describe('A one-time code that was sent, or locked after too many wrong ones');

export const pageEntry = z
  .object({
    kind: z.literal('page'),
    ...common,
    type: eventType,
    gateway: gatewayName,
    invoice_no: text,
    transaction_id: text,
    amount: text,
    currency: text,
    payment_method: methodName.nullable(),
    reason: text,
  })
  .describe('How a checkout page ended, and the return of its browser');

export const callbackEntry = z
  .object({
    kind: z.literal('callback'),
    ...common,
    type: eventType,
    callback_id: z.string(),
    transaction_id: text,
    invoice_no: text,
    method: text,
    url: text,
    attempt: z.int().nullable(),
    delivered: z.boolean().nullable(),
    status: z.int().nullable().describe('The HTTP status that your app answered with'),
    duration_ms: z.number().nullable(),
    answer: text.describe('The first 200 bytes of the response with which your app rejected it'),
    error: text.describe('Why there was no answer'),
    tampered: text,
    next_attempt_at: time.nullable(),
  })
  .describe('An attempt to deliver a callback, or a change of its state');

export const sandboxEntry = z
  .object({ kind: z.literal('sandbox'), ...common, type: eventType, message: z.string() })
  .describe('A change of the sandbox itself: reset, settings, clock, faults, accounts');

export const gapEntry = z
  .object({ kind: z.literal('gap'), at: time, message: z.string() })
  .describe('Entries that are no longer kept');

export const logEntry = z.discriminatedUnion('kind', [
  callEntry,
  codeEntry,
  pageEntry,
  callbackEntry,
  sandboxEntry,
  gapEntry,
]);

export const logPage = z
  .object({ data: z.array(logEntry).readonly(), cursor: z.string() })
  .describe('A part of the log, oldest first, and the cursor to continue from');

export type LogEntry = z.output<typeof logEntry>;
