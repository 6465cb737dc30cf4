import { blob, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Currency, GatewayToken } from '../gateways/gateway.ts';
import type { Tampering } from '../settings.ts';
import type { Effect, FaultMatch } from './fault.ts';

/**
 * The tables as drizzle sees them. What SQLite holds, indexes included, is made by `migrations/`; a test compares the two.
 * Times are milliseconds since 1970 on the sandbox's clock.
 */
export type Mode = 'live' | 'test';
export type TransactionStatus = 'started' | 'completed' | 'canceled' | 'declined' | 'expired';
export type OtpStatus = 'active' | 'used' | 'expired' | 'superseded' | 'locked';
export type VerificationStatus = 'open' | 'confirmed' | 'locked';
export type CallbackStatus = 'pending' | 'delivered' | 'exhausted' | 'held' | 'dropped';

export interface AccountGateway {
  readonly allowed: boolean;
  readonly configured: boolean;
  readonly test_mode: boolean;
  readonly currency: Currency | string;
}

export interface TraceStep {
  readonly check: string;
  readonly passed: boolean;
  readonly expected?: string;
  readonly got?: string;
}

const mode = () => text('mode').$type<Mode>().notNull();
const gateway = () => text('gateway').$type<GatewayToken>().notNull();
const flag = (name: string) => integer(name, { mode: 'boolean' });

export const accounts = sqliteTable('accounts', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  approved: flag('approved').notNull(),
  apiKey: text('api_key').notNull().unique(),
  secretKey: text('secret_key').notNull(),
  gateways: text('gateways', { mode: 'json' }).$type<Record<GatewayToken, AccountGateway>>().notNull(),
  whitelistEnabled: flag('whitelist_enabled').notNull(),
  allowSelfSigned: flag('allow_self_signed').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const accessTokens = sqliteTable('access_tokens', {
  token: text('token').primaryKey(),
  accountId: text('account_id').notNull(),
  mode: mode(),
});

export const whitelistEntries = sqliteTable(
  'whitelist_entries',
  {
    accountId: text('account_id').notNull(),
    position: integer('position').notNull(),
    entry: text('entry').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.position] })],
);

export const transactions = sqliteTable('transactions', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  accountId: text('account_id').notNull(),
  mode: mode(),
  gateway: gateway(),
  invoiceNo: text('invoice_no').notNull(),
  holdsInvoice: flag('holds_invoice').notNull(),
  amount: text('amount').notNull(),
  amountHundredths: integer('amount_hundredths').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  status: text('status').$type<TransactionStatus>().notNull(),
  paymentMethod: text('payment_method'),
  mobileNumber: text('mobile_number'),
  email: text('email'),
  customerIp: text('customer_ip'),
  createdAt: integer('created_at').notNull(),
  decidedAt: integer('decided_at'),
});

export const checkouts = sqliteTable('checkouts', {
  token: text('token').primaryKey(),
  transactionId: integer('transaction_id').notNull().unique(),
  open: flag('open').notNull(),
  lang: text('lang').$type<'ar' | 'en'>().notNull(),
  returnUrl: text('return_url').notNull(),
  callbackUrl: text('callback_url'),
  expiresAt: integer('expires_at').notNull(),
  declineReason: text('decline_reason'),
  returnsBrowser: flag('returns_browser').notNull(),
  tamper: text('tamper').$type<Tampering>(),
  returnedAt: integer('returned_at'),
});

export const verifications = sqliteTable('verifications', {
  processId: text('process_id').primaryKey(),
  accountId: text('account_id').notNull(),
  mode: mode(),
  gateway: gateway(),
  mobileNumber: text('mobile_number').notNull(),
  amount: text('amount').notNull(),
  amountHundredths: integer('amount_hundredths').notNull(),
  status: text('status').$type<VerificationStatus>().notNull(),
  wrongCodes: integer('wrong_codes').notNull(),
  transactionId: integer('transaction_id'),
  createdAt: integer('created_at').notNull(),
});

export const otps = sqliteTable('otps', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  accountId: text('account_id').notNull(),
  mode: mode(),
  gateway: gateway(),
  mobileNumber: text('mobile_number').notNull(),
  processId: text('process_id').notNull(),
  amount: text('amount').notNull(),
  code: text('code').notNull(),
  status: text('status').$type<OtpStatus>().notNull(),
  attempts: integer('attempts').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  cleared: flag('cleared').notNull(),
});

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
