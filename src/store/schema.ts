import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { GatewayToken } from '../gateways/gateway.ts';
import type { Currency, Language } from '../protocol/vocabulary.ts';
import type { Tampering } from '../settings/delivery.ts';
import { flag, gateway, mode } from './columns.ts';
import type { CheckoutStep, OtpStatus, TransactionStatus, VerificationStatus } from './statuses.ts';

/**
 * The tables for drizzle. `migrations/` creates the real ones, including indexes, and a test compares the
 * two. Times are milliseconds since 1970 on the sandbox's clock.
 */
export interface AccountGateway {
  readonly allowed: boolean;
  readonly configured: boolean;
  readonly test_mode: boolean;
  readonly currency: Currency | string;
}

/** How an account's hosted pages look. */
export interface Brand {
  /** `#rrggbb`. */
  readonly accent: string | null;
  /** A `data:` URL. */
  readonly logo: string | null;
}

/** In characters. Longer logos would slow down every hosted page. */
export const longestLogo = 65_536;

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
  brand: text('brand', { mode: 'json' }).$type<Brand>(),
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
  /** The fault that kept the answer to its confirm from the app. Null if the app was answered. */
  answerLost: text('answer_lost'),
});

export const checkouts = sqliteTable('checkouts', {
  token: text('token').primaryKey(),
  transactionId: integer('transaction_id').notNull().unique(),
  accountId: text('account_id').notNull(),
  open: flag('open').notNull(),
  lang: text('lang').$type<Language>().notNull(),
  returnUrl: text('return_url').notNull(),
  callbackUrl: text('callback_url'),
  expiresAt: integer('expires_at').notNull(),
  declineReason: text('decline_reason'),
  returnsBrowser: flag('returns_browser').notNull(),
  tamper: text('tamper').$type<Tampering>(),
  returnedAt: integer('returned_at'),
  /** Null on the first page. */
  step: text('step').$type<CheckoutStep>(),
  stepMethod: text('step_method'),
  processId: text('process_id'),
  choices: text('choices'),
  showsDecline: flag('shows_decline').notNull(),
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
