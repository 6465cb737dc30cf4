import type {
  CallbackEntry,
  CallEntry,
  CodeEntry,
  PageEntry,
  SandboxEntry,
} from '../../src/client/contract.ts';

/** Entries of the log at 14:03:22, local time. */
export const common = { id: '12', at: new Date(2026, 0, 15, 14, 3, 22).toISOString(), account: 'demo' };

export const call: CallEntry = {
  ...common,
  kind: 'call',
  page: '/_sandbox/requests/12',
  method: 'POST',
  path: '/api/v1/transaction/walletB/verify',
  endpoint: 'walletB/verify',
  status: 200,
  code: null,
  duration_ms: 1.24,
  invoice_no: null,
  mobile_number: '0945678901',
  transaction_id: null,
  fault: null,
  reason: null,
  note: null,
  remote_address: '127.0.0.1',
};
export const refused: CallEntry = {
  ...call,
  endpoint: 'localbankcards/confirm',
  status: 422,
  code: 'INVALID_INPUTS',
  invoice_no: 'INV-1001',
  reason: 'Some fields are missing or filled out incorrectly. · amount is required',
};
export const stranger: CallEntry = {
  ...call,
  account: null,
  status: 401,
  code: 'UNAUTHORIZED',
  reason: 'The access token or API key is invalid, or the account is not approved yet.',
  note: 'Sent without the valid keys of an account.',
};
export const callback: CallbackEntry = {
  ...common,
  kind: 'callback',
  page: '/_sandbox/callbacks/3',
  type: 'callback.attempted',
  callback_id: '3',
  transaction_id: '100001',
  invoice_no: 'INV-1001',
  method: 'POST',
  url: 'http://localhost:3000/payments/callback',
  attempt: 1,
  delivered: true,
  status: 200,
  duration_ms: 34.4,
  answer: null,
  error: null,
  tampered: null,
  next_attempt_at: null,
};
export const failed: CallbackEntry = {
  ...callback,
  attempt: 2,
  delivered: false,
  status: 500,
  duration_ms: 1234,
  answer: 'TypeError: order is\nundefined',
  next_attempt_at: new Date(2026, 0, 15, 14, 3, 32).toISOString(),
};
export const code: CodeEntry = {
  ...common,
  kind: 'code',
  page: '/_sandbox/inbox',
  type: 'otp.sent',
  gateway: 'walletB',
  code: '7331',
  mobile_number: '0945678901',
  amount: '149.50',
  process_id: '1',
};
export const page: PageEntry = {
  ...common,
  kind: 'page',
  page: '/_sandbox/transactions/100001',
  type: 'transaction.completed',
  gateway: 'aggregator',
  invoice_no: 'INV-1001',
  transaction_id: '100001',
  amount: '149.50',
  currency: 'LYD',
  payment_method: 'method_1',
  reason: null,
};
export const reset: SandboxEntry = {
  ...common,
  kind: 'sandbox',
  page: '/_sandbox/',
  type: 'reset',
  message: 'reset: all data cleared',
};
