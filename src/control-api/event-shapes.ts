import { z } from 'zod';
import { gatewayToken } from '../accounts/account-schema.ts';
import { challengeResults } from '../gateways/challenge-result.ts';
import { type EventType, eventTypes } from '../journal/event-type.ts';
import { journalEvent } from '../journal/journal-event.ts';
import type { TimelineEntry } from '../journal/timeline.ts';
import { forgeries } from '../settings/delivery.ts';
import type { EventRow } from '../store/events.ts';
import { callbackStatuses, checkoutSteps } from '../store/statuses.ts';
import { tampering, time, transactionAnswer } from './answers.ts';
import { armedEffect } from './faults.ts';
import { settingsPatch } from './state.ts';

export const eventType = z.enum(eventTypes);

const text = z.string();
const optional = text.optional();

/** Members that any event may have, readable before its type is known. */
const ofAny = {
  account: optional,
  transaction_id: optional,
  invoice_no: optional,
  mobile_number: optional,
  process_id: optional,
};

/** Members that every event of a kind has. */
const ofCode = { account: text, gateway: gatewayToken, mobile_number: text, process_id: text };
const ofPayment = { account: text, transaction_id: text, invoice_no: text, gateway: gatewayToken };
const ofCallback = {
  account: text,
  transaction_id: text,
  invoice_no: text,
  callback_id: text,
  tampered: tampering.optional(),
};
const ofFault = { fault_id: text };

function event<Type extends EventType, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.object({ id: text, type: z.literal(type), at: time, ...ofAny, ...shape });
}

export const eventAnswer = z
  .discriminatedUnion('type', [
    event('otp.sent', { ...ofCode, otp_id: text, amount: text }),
    event('otp.wrong_code', { ...ofCode, otp_id: optional }),
    event('otp.used', { ...ofCode, otp_id: text }),
    event('otp.expired', { ...ofCode, otp_id: text }),
    event('otp.superseded', { ...ofCode, otp_id: text }),
    event('otp.locked', { ...ofCode, otp_id: optional }),
    event('transaction.started', { ...ofPayment, amount: text }),
    event('transaction.completed', {
      ...ofPayment,
      payment_method: optional,
      amount: optional.describe('Of a wallet payment'),
    }),
    event('transaction.canceled', { ...ofPayment, payment_method: optional }),
    event('transaction.declined', { ...ofPayment, reason: text }),
    event('transaction.expired', ofPayment),
    event('checkout.method_chosen', { ...ofPayment, payment_method: text }),
    event('checkout.challenge', { ...ofPayment, result: z.enum(['asked', ...challengeResults]) }),
    event('checkout.went_back', { ...ofPayment, from: z.enum(checkoutSteps) }),
    event('checkout.declined', { ...ofPayment, reason: text }),
    event('checkout.extended', { ...ofPayment, expires_at: time }),
    event('checkout.returned', ofPayment),
    event('response.lost', {
      ...ofPayment,
      fault: text.describe('What kept the answer to confirm from your app, such as `fault 1`'),
    }),
    event('callback.created', {
      ...ofCallback,
      status: z.enum(callbackStatuses),
      method: z.enum(['GET', 'POST']),
      url: text,
    }),
    event('callback.attempted', {
      ...ofCallback,
      tampered: z.enum(forgeries).optional().describe('What is wrong with the message of this attempt'),
      number: z.int(),
      genuine: z.boolean(),
      delivered: z.boolean(),
      status: z.int().optional().describe('The HTTP status that your app answered with'),
      error: optional.describe('Why there was no answer'),
    }),
    event('callback.delivered', ofCallback),
    event('callback.exhausted', { ...ofCallback, error: optional }),
    event('callback.held', ofCallback),
    event('callback.released', ofCallback),
    event('fault.armed', ofFault),
    event('fault.fired', {
      account: text,
      fault_id: optional.describe('Absent where a header or a magic value asked for it'),
      effect: armedEffect.optional(),
      magic: optional.describe('The magic value'),
    }),
    event('fault.removed', ofFault),
    event('account.changed', { account: text }),
    event('settings.changed', { settings: settingsPatch }),
    event('clock.moved', { now: time, frozen: z.boolean() }),
    event('snapshot.saved', { name: text }),
    event('snapshot.restored', { name: text }),
    event('reset', {}),
    z
      .object({
        id: text,
        type: z.literal('unreadable'),
        at: time,
        ...ofAny,
        was: eventType,
        unreadable: z.literal(true),
      })
      .describe('An event of the type `was` whose data is damaged in the data file'),
  ])
  .describe('Something that happened; `type` says which other members there are');

const timelineRequest = z
  .object({
    at: time,
    type: z.literal('request'),
    request_id: text,
    method: text,
    path: text,
    status: z.int(),
    code: optional.describe('The error code of a refusal'),
  })
  .describe('A request of your app');

export const timelineEntry = z
  .discriminatedUnion('type', [timelineRequest, eventAnswer])
  .describe('A request of your app or an event');

export const storyAnswer = transactionAnswer.extend({ timeline: z.array(timelineEntry).readonly() });

export function eventShape(row: EventRow): z.output<typeof eventAnswer> {
  // `append` receives data in the shape of its type. Tests check every response against the schema.
  return withoutDamage(journalEvent(row)) as z.output<typeof eventAnswer>;
}

export function timelineShape(entry: TimelineEntry): z.output<typeof timelineEntry> {
  // As above.
  return withoutDamage(entry) as z.output<typeof timelineEntry>;
}

/** A damaged event lacks the members of its type, so it gets another type. */
function withoutDamage(entry: TimelineEntry): object {
  return entry.unreadable === true ? { ...entry, type: 'unreadable', was: entry.type } : entry;
}
