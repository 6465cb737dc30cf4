import { blob, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { GatewayToken } from '../gateways/gateway.ts';
import type { Mode } from '../protocol/vocabulary.ts';
import type { Forgery, Tampering } from '../settings/delivery.ts';
import { flag, gateway } from './columns.ts';
import type { Effect, FaultMatch } from './fault.ts';
import type { CallbackStatus } from './statuses.ts';

/** The tables of callbacks, events and the request log, and the tester's own tables. */
export const callbacks = sqliteTable('callbacks', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  transactionId: integer('transaction_id').notNull(),
  accountId: text('account_id').notNull(),
  invoiceNo: text('invoice_no').notNull(),
  gateway: gateway(),
  method: text('method').$type<'GET' | 'POST'>().notNull(),
  url: text('url').notNull(),
  target: text('target').notNull(),
  body: text('body'),
  fields: text('fields').notNull(),
  signedString: text('signed_string').notNull(),
  hashed: text('hashed').notNull(),
  tamper: text('tamper').$type<Tampering>(),
  status: text('status').$type<CallbackStatus>().notNull(),
  tries: integer('tries').notNull(),
  nextAttemptAt: integer('next_attempt_at'),
  copyOf: integer('copy_of'),
  afterReturnMs: integer('after_return_ms'),
  createdAt: integer('created_at').notNull(),
});

export const callbackAttempts = sqliteTable(
  'callback_attempts',
  {
    callbackId: integer('callback_id').notNull(),
    number: integer('number').notNull(),
    at: integer('at').notNull(),
    url: text('url').notNull(),
    request: text('request').notNull(),
    genuine: flag('genuine').notNull(),
    durationMs: integer('duration_ms'),
    answerStatus: integer('answer_status'),
    answerHeaders: text('answer_headers'),
    answerBody: blob('answer_body', { mode: 'buffer' }),
    error: text('error'),
    /** Null when the hash is right. */
    forgery: text('forgery').$type<Forgery>(),
  },
  (table) => [primaryKey({ columns: [table.callbackId, table.number] })],
);

export const events = sqliteTable('events', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  type: text('type').notNull(),
  at: integer('at').notNull(),
  accountId: text('account_id'),
  transactionId: integer('transaction_id'),
  invoiceNo: text('invoice_no'),
  mobileNumber: text('mobile_number'),
  processId: text('process_id'),
  data: text('data').notNull(),
});

export const requests = sqliteTable('requests', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  at: integer('at').notNull(),
  accountId: text('account_id'),
  mode: text('mode').$type<Mode>(),
  gateway: text('gateway').$type<GatewayToken>(),
  action: text('action'),
  method: text('method').notNull(),
  path: text('path').notNull(),
  remoteAddress: text('remote_address').notNull(),
  headers: text('headers').notNull(),
  body: text('body').notNull(),
  status: integer('status').notNull(),
  code: text('code'),
  answer: text('answer').notNull(),
  durationUs: integer('duration_us').notNull(),
  trace: text('trace').notNull(),
  lint: text('lint').notNull(),
  assumptions: text('assumptions').notNull(),
  transactionId: integer('transaction_id'),
  processId: text('process_id'),
  fault: text('fault'),
  afterEvent: integer('after_event').notNull(),
});

export const faults = sqliteTable('faults', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  match: text('match', { mode: 'json' }).$type<FaultMatch>().notNull(),
  effect: text('effect', { mode: 'json' }).$type<Effect>().notNull(),
  times: integer('times').notNull(),
  timesLeft: integer('times_left').notNull(),
  probability: real('probability'),
  seed: integer('seed').notNull(),
  seen: integer('seen').notNull(),
  fired: integer('fired').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const snapshots = sqliteTable('snapshots', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull().unique(),
  savedAt: integer('saved_at').notNull(),
});

export const facts = sqliteTable('facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

export type RequestRow = typeof requests.$inferSelect;
