// Made from the control API's operations by `npm run docs`; a test fails when it is out of date.
import type { Duration } from '../protocol/duration.ts';
import type { Settings } from '../settings/settings.ts';

/** A page of a list, newest first; `next` is the `cursor` of the page after it. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next: string | null;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly approved: boolean;
  readonly allow_self_signed: boolean;
  readonly api_key: string;
  readonly secret_key: string;
  readonly access_tokens: { readonly test: string; readonly live: string };
  readonly gateways: Readonly<
    Record<
      string,
      {
        readonly allowed: boolean;
        readonly configured: boolean;
        readonly test_mode: boolean;
        readonly currency: string;
      }
    >
  >;
  readonly ip_whitelist: { readonly enabled: boolean; readonly entries: readonly string[] };
  readonly created_at: string;
}

export interface Otp {
  readonly id: string;
  readonly account: string;
  readonly mode: 'live' | 'test';
  readonly gateway: string;
  readonly mobile_number: string;
  readonly code: string;
  readonly process_id: string;
  readonly amount: string;
  readonly status: 'active' | 'used' | 'expired' | 'superseded' | 'locked';
  readonly attempts: number;
  readonly created_at: string;
  readonly expires_at: string;
  readonly message: { readonly ar: string; readonly en: string };
}

export interface Transaction {
  readonly transaction_id: string;
  readonly account: string;
  readonly mode: 'live' | 'test';
  readonly gateway: string;
  readonly invoice_no: string;
  readonly amount: string;
  readonly currency: 'LYD' | 'USD';
  readonly status: 'started' | 'completed' | 'canceled' | 'declined' | 'expired';
  readonly payment_method: string | null;
  readonly mobile_number: string | null;
  readonly email: string | null;
  readonly customer_ip: string | null;
  readonly decline_reason: string | null;
  readonly checkout: string | null;
  readonly created_at: string;
  readonly decided_at: string | null;
}

export interface TransactionWithTimeline {
  readonly transaction_id: string;
  readonly account: string;
  readonly mode: 'live' | 'test';
  readonly gateway: string;
  readonly invoice_no: string;
  readonly amount: string;
  readonly currency: 'LYD' | 'USD';
  readonly status: 'started' | 'completed' | 'canceled' | 'declined' | 'expired';
  readonly payment_method: string | null;
  readonly mobile_number: string | null;
  readonly email: string | null;
  readonly customer_ip: string | null;
  readonly decline_reason: string | null;
  readonly checkout: string | null;
  readonly created_at: string;
  readonly decided_at: string | null;
  readonly timeline: readonly { readonly at: string; readonly type: string }[];
}

export interface Checkout {
  readonly transaction_id: string;
  readonly account: string;
  readonly mode: 'live' | 'test';
  readonly gateway: string;
  readonly invoice_no: string;
  readonly amount: string;
  readonly currency: 'LYD' | 'USD';
  readonly status: 'started' | 'completed' | 'canceled' | 'declined' | 'expired';
  readonly payment_method: string | null;
  readonly mobile_number: string | null;
  readonly email: string | null;
  readonly customer_ip: string | null;
  readonly decline_reason: string | null;
  readonly checkout: string | null;
  readonly created_at: string;
  readonly decided_at: string | null;
  readonly id: string;
  readonly redirect_url: string;
  readonly lang: 'ar' | 'en';
  readonly return_url: string;
  readonly callback_url: string | null;
  readonly expires_at: string;
}

export interface DecidedCheckout {
  readonly transaction_id: string;
  readonly account: string;
  readonly mode: 'live' | 'test';
  readonly gateway: string;
  readonly invoice_no: string;
  readonly amount: string;
  readonly currency: 'LYD' | 'USD';
  readonly status: 'started' | 'completed' | 'canceled' | 'declined' | 'expired';
  readonly payment_method: string | null;
  readonly mobile_number: string | null;
  readonly email: string | null;
  readonly customer_ip: string | null;
  readonly decline_reason: string | null;
  readonly checkout: string | null;
  readonly created_at: string;
  readonly decided_at: string | null;
  readonly id: string;
  readonly redirect_url: string;
  readonly lang: 'ar' | 'en';
  readonly return_url: string;
  readonly callback_url: string | null;
  readonly expires_at: string;
  readonly callbacks: readonly string[];
}

export interface Callback {
  readonly id: string;
  readonly transaction_id: string;
  readonly account: string;
  readonly gateway: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly signed_string: string;
  readonly hashed: string;
  readonly status: 'pending' | 'delivered' | 'exhausted' | 'held' | 'dropped';
  readonly tampered:
    | 'wrong-hash'
    | 'no-hash'
    | 'lower-case-hash'
    | 'amount'
    | 'invoice'
    | 'approved-0'
    | 'both-flags'
    | 'types'
    | null;
  readonly copy_of: string | null;
  readonly next_attempt_at: string | null;
  readonly created_at: string;
  readonly attempts: readonly {
    readonly number: number;
    readonly at: string;
    readonly url: string;
    readonly genuine: boolean;
    readonly request: string;
    readonly duration_ms: number | null;
    readonly answer: {
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: string;
      readonly truncated: boolean;
    } | null;
    readonly error: string | null;
  }[];
}

export interface LoggedRequest {
  readonly id: string;
  readonly at: string;
  readonly account: string | null;
  readonly mode: 'live' | 'test' | null;
  readonly gateway: string | null;
  readonly action: string | null;
  readonly method: string;
  readonly path: string;
  readonly remote_address: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly status: number;
  readonly code: string | null;
  readonly answer: unknown;
  readonly fault: string | null;
  /** For a request without valid keys: why it is kept apart, in memory and for a while */
  readonly note: string | null;
  readonly duration_ms: number;
  readonly transaction_id: string | null;
  readonly process_id: string | null;
  readonly trace: readonly {
    readonly check: string;
    readonly passed: boolean;
    readonly expected: string;
    readonly got: string;
  }[];
  readonly lint: readonly string[];
  readonly assumptions: readonly string[];
}

export type JournalEvent = {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly account?: string;
  readonly transaction_id?: string;
  readonly invoice_no?: string;
  readonly mobile_number?: string;
  readonly process_id?: string;
};

export interface Fault {
  readonly id: string;
  readonly match: {
    readonly account?: string;
    readonly gateway?: string;
    readonly action?: 'verify' | 'confirm';
    readonly invoice_no?: string;
    readonly mobile_number?: string;
  };
  readonly effect:
    | {
        readonly code:
          | 'UNAUTHORIZED'
          | 'DENIED_ACCESS_GATEWAY'
          | 'FORBIDDEN_IP_ADDRESS'
          | 'MISSING_PARAMETER'
          | 'INVALID_INPUTS'
          | 'BACKEND_ERROR'
          | 'MAINTENANCE_MODE'
          | 'TEST_MODE_NOT_SUPPORTED'
          | 'TOO_MAY_REQUESTS'
          | 'INVALID_AMOUNT_FORMAT'
          | 'AMOUNT_NOT_ALLOWED'
          | 'AMOUNT_EXCEEDED_MAXIMUM'
          | 'CURRENCY_NOT_SUPPORTED'
          | 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED'
          | 'INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR'
          | 'NOT_SUBSCRIBED'
          | 'INVLIAD_OTP'
          | 'CONFIRMATION_ERROR'
          | 'OTP_EXPIRED'
          | 'INVALID_INVOICE_AMOUNT_OR_NUMBER'
          | 'INSUFFICIENT_BALANCE'
          | 'PHONE_NUMBER_IS_LOCKED';
        readonly http_status?: never;
        readonly body?: never;
        readonly delay?: never;
        readonly hang?: never;
        readonly after?: never;
        readonly reset?: never;
      }
    | {
        readonly http_status: number;
        readonly body: 'json' | 'html' | 'empty';
        readonly code?: never;
        readonly delay?: never;
        readonly hang?: never;
        readonly after?: never;
        readonly reset?: never;
      }
    | {
        readonly delay: number;
        readonly code?: never;
        readonly http_status?: never;
        readonly body?: never;
        readonly hang?: never;
        readonly after?: never;
        readonly reset?: never;
      }
    | {
        readonly hang: true;
        readonly after: boolean;
        readonly code?: never;
        readonly http_status?: never;
        readonly body?: never;
        readonly delay?: never;
        readonly reset?: never;
      }
    | {
        readonly reset: true;
        readonly after: boolean;
        readonly code?: never;
        readonly http_status?: never;
        readonly body?: never;
        readonly delay?: never;
        readonly hang?: never;
      };
  readonly times: number | 'always';
  readonly left: number | 'always';
  readonly probability: number | null;
  readonly seed: number;
  readonly fired: number;
  readonly created_at: string;
}

export interface Clock {
  readonly now: string;
  readonly frozen: boolean;
  readonly offset_ms: number;
}

export type ListAccountsAnswer = Page<Account>;

export type ListOtpsAnswer = Page<Otp>;

export interface ClearOtpsAnswer {
  readonly removed: true;
}

export type ListTransactionsAnswer = Page<Transaction>;

export type ListCheckoutsAnswer = Page<Checkout>;

export type ListCallbacksAnswer = Page<Callback>;

export interface ResendFailedCallbacksAnswer {
  readonly data: readonly string[];
}

export interface WaitUntilSettledAnswer {
  readonly settled: true;
}

export interface ListEventsAnswer {
  readonly data: readonly JournalEvent[];
  readonly cursor: string;
}

export type ListRequestsAnswer = Page<LoggedRequest>;

export type ListFaultsAnswer = Page<Fault>;

export interface ClearFaultsAnswer {
  readonly removed: true;
}

export interface RemoveFaultAnswer {
  readonly removed: true;
}

export type ListSnapshotsAnswer = Page<{ readonly name: string; readonly saved_at: string }>;

export interface SaveSnapshotAnswer {
  readonly name: string;
}

export interface RestoreSnapshotAnswer {
  readonly restored: string;
}

export interface RemoveSnapshotAnswer {
  readonly removed: string;
}

export interface CheckSignatureAnswer {
  readonly signed_string: string;
  readonly hashed: string;
  readonly matches: boolean | null;
  readonly mistakes: readonly { readonly name: string; readonly explanation: string }[];
  readonly difference?: {
    readonly position: number;
    readonly field: string | null;
    readonly explanation: string;
  };
}

export interface ResetAnswer {
  readonly reset: true;
  readonly accounts: readonly string[];
}

export interface StopAnswer {
  readonly stopping: true;
}

export interface ListMagicValuesAnswer {
  readonly mobile_numbers: readonly {
    readonly number: string;
    readonly gateway: 'walletA' | 'walletB' | 'localbankcards' | 'cardgw' | 'aggregator';
    readonly code?:
      | 'UNAUTHORIZED'
      | 'DENIED_ACCESS_GATEWAY'
      | 'FORBIDDEN_IP_ADDRESS'
      | 'MISSING_PARAMETER'
      | 'INVALID_INPUTS'
      | 'BACKEND_ERROR'
      | 'MAINTENANCE_MODE'
      | 'TEST_MODE_NOT_SUPPORTED'
      | 'TOO_MAY_REQUESTS'
      | 'INVALID_AMOUNT_FORMAT'
      | 'AMOUNT_NOT_ALLOWED'
      | 'AMOUNT_EXCEEDED_MAXIMUM'
      | 'CURRENCY_NOT_SUPPORTED'
      | 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED'
      | 'INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR'
      | 'NOT_SUBSCRIBED'
      | 'INVLIAD_OTP'
      | 'CONFIRMATION_ERROR'
      | 'OTP_EXPIRED'
      | 'INVALID_INVOICE_AMOUNT_OR_NUMBER'
      | 'INSUFFICIENT_BALANCE'
      | 'PHONE_NUMBER_IS_LOCKED';
    readonly no_code?: boolean;
  }[];
  readonly codes: readonly {
    readonly digits: string;
    readonly gateway: 'walletA' | 'walletB' | 'localbankcards' | 'cardgw' | 'aggregator';
    readonly code:
      | 'UNAUTHORIZED'
      | 'DENIED_ACCESS_GATEWAY'
      | 'FORBIDDEN_IP_ADDRESS'
      | 'MISSING_PARAMETER'
      | 'INVALID_INPUTS'
      | 'BACKEND_ERROR'
      | 'MAINTENANCE_MODE'
      | 'TEST_MODE_NOT_SUPPORTED'
      | 'TOO_MAY_REQUESTS'
      | 'INVALID_AMOUNT_FORMAT'
      | 'AMOUNT_NOT_ALLOWED'
      | 'AMOUNT_EXCEEDED_MAXIMUM'
      | 'CURRENCY_NOT_SUPPORTED'
      | 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED'
      | 'INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR'
      | 'NOT_SUBSCRIBED'
      | 'INVLIAD_OTP'
      | 'CONFIRMATION_ERROR'
      | 'OTP_EXPIRED'
      | 'INVALID_INVOICE_AMOUNT_OR_NUMBER'
      | 'INSUFFICIENT_BALANCE'
      | 'PHONE_NUMBER_IS_LOCKED';
  }[];
  readonly amounts: readonly { readonly amount: string; readonly reason: string }[];
  readonly invoice_prefixes: readonly {
    readonly prefix: string;
    readonly order: 'together' | 'callback-first' | 'return-first' | 'callback-only' | 'return-only';
  }[];
}

export interface ListGatewaysAnswer {
  readonly data: readonly {
    readonly token: 'walletA' | 'walletB' | 'localbankcards' | 'cardgw' | 'aggregator';
    readonly name: string;
    readonly flow: 'otp' | 'checkout';
    readonly currency: 'LYD' | 'USD';
    readonly fields: readonly { readonly name: string; readonly required: boolean; readonly rule: string }[];
    readonly payment_methods: readonly string[];
  }[];
}

export interface CreateAccountBody {
  readonly id?: string;
  readonly name?: string;
  readonly approved?: boolean;
  readonly allow_self_signed?: boolean;
  readonly api_key?: string;
  readonly secret_key?: string;
  readonly access_tokens?: { readonly test?: string; readonly live?: string };
  readonly gateways?: Readonly<
    Record<
      string,
      {
        readonly allowed?: boolean;
        readonly configured?: boolean;
        readonly test_mode?: boolean;
        readonly currency?: string;
      }
    >
  >;
  readonly ip_whitelist?: { readonly enabled?: boolean; readonly entries?: readonly string[] };
}

export interface ChangeAccountBody {
  readonly name?: string;
  readonly approved?: boolean;
  readonly allow_self_signed?: boolean;
  readonly api_key?: string;
  readonly secret_key?: string;
  readonly access_tokens?: { readonly test?: string; readonly live?: string };
  readonly gateways?: Readonly<
    Record<
      string,
      {
        readonly allowed?: boolean;
        readonly configured?: boolean;
        readonly test_mode?: boolean;
        readonly currency?: string;
      }
    >
  >;
  readonly ip_whitelist?: { readonly enabled?: boolean; readonly entries?: readonly string[] };
}

export interface RenewCredentialBody {
  readonly what: 'test' | 'live' | 'api_key' | 'secret_key';
}

export interface ApproveCheckoutBody {
  readonly order?: 'together' | 'callback-first' | 'return-first' | 'callback-only' | 'return-only';
  readonly delay?: Duration;
  readonly copies?: number;
  readonly hold?: boolean;
  readonly tamper?:
    | 'wrong-hash'
    | 'no-hash'
    | 'lower-case-hash'
    | 'amount'
    | 'invoice'
    | 'approved-0'
    | 'both-flags'
    | 'types';
  readonly payment_method?: string;
}

export interface CancelCheckoutBody {
  readonly order?: 'together' | 'callback-first' | 'return-first' | 'callback-only' | 'return-only';
  readonly delay?: Duration;
  readonly copies?: number;
  readonly hold?: boolean;
  readonly tamper?:
    | 'wrong-hash'
    | 'no-hash'
    | 'lower-case-hash'
    | 'amount'
    | 'invoice'
    | 'approved-0'
    | 'both-flags'
    | 'types';
}

export interface DeclineCheckoutBody {
  readonly reason?: string;
  readonly final?: boolean;
}

export interface ExtendCheckoutBody {
  readonly by: Duration;
}

export interface ResendCallbackBody {
  readonly url?: string;
  readonly fields?: Readonly<Record<string, string | null>>;
  readonly sign?: boolean;
  readonly tamper?:
    | 'wrong-hash'
    | 'no-hash'
    | 'lower-case-hash'
    | 'amount'
    | 'invoice'
    | 'approved-0'
    | 'both-flags'
    | 'types';
  readonly copies?: number;
}

export interface ResendFailedCallbacksBody {
  readonly failed_since: string;
}

export interface ReplayRequestBody {
  readonly invoice_no?: string;
}

export interface AddFaultBody {
  readonly match?: {
    readonly account?: string;
    readonly gateway?: string;
    readonly action?: 'verify' | 'confirm';
    readonly invoice_no?: string;
    readonly mobile_number?: string;
  };
  readonly effect:
    | {
        readonly code:
          | 'UNAUTHORIZED'
          | 'DENIED_ACCESS_GATEWAY'
          | 'FORBIDDEN_IP_ADDRESS'
          | 'MISSING_PARAMETER'
          | 'INVALID_INPUTS'
          | 'BACKEND_ERROR'
          | 'MAINTENANCE_MODE'
          | 'TEST_MODE_NOT_SUPPORTED'
          | 'TOO_MAY_REQUESTS'
          | 'INVALID_AMOUNT_FORMAT'
          | 'AMOUNT_NOT_ALLOWED'
          | 'AMOUNT_EXCEEDED_MAXIMUM'
          | 'CURRENCY_NOT_SUPPORTED'
          | 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED'
          | 'INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR'
          | 'NOT_SUBSCRIBED'
          | 'INVLIAD_OTP'
          | 'CONFIRMATION_ERROR'
          | 'OTP_EXPIRED'
          | 'INVALID_INVOICE_AMOUNT_OR_NUMBER'
          | 'INSUFFICIENT_BALANCE'
          | 'PHONE_NUMBER_IS_LOCKED';
        readonly http_status?: never;
        readonly body?: never;
        readonly delay?: never;
        readonly past_timeout?: never;
        readonly hang?: never;
        readonly after?: never;
        readonly reset?: never;
      }
    | {
        readonly http_status: number;
        readonly body?: 'json' | 'html' | 'empty';
        readonly code?: never;
        readonly delay?: never;
        readonly past_timeout?: never;
        readonly hang?: never;
        readonly after?: never;
        readonly reset?: never;
      }
    | {
        readonly delay: Duration;
        readonly code?: never;
        readonly http_status?: never;
        readonly body?: never;
        readonly past_timeout?: never;
        readonly hang?: never;
        readonly after?: never;
        readonly reset?: never;
      }
    | {
        readonly past_timeout: '10s' | '20s' | '30s' | '60s';
        readonly code?: never;
        readonly http_status?: never;
        readonly body?: never;
        readonly delay?: never;
        readonly hang?: never;
        readonly after?: never;
        readonly reset?: never;
      }
    | {
        readonly hang: true;
        readonly after?: boolean;
        readonly code?: never;
        readonly http_status?: never;
        readonly body?: never;
        readonly delay?: never;
        readonly past_timeout?: never;
        readonly reset?: never;
      }
    | {
        readonly reset: true;
        readonly after?: boolean;
        readonly code?: never;
        readonly http_status?: never;
        readonly body?: never;
        readonly delay?: never;
        readonly past_timeout?: never;
        readonly hang?: never;
      };
  readonly times?: number | 'always';
  readonly probability?: number;
  readonly seed?: number;
}

export interface AdvanceClockBody {
  readonly by: Duration;
}

export interface FreezeClockBody {
  readonly at?: string;
}

export interface SaveSnapshotBody {
  readonly name: string;
}

export interface CheckSignatureBody {
  readonly fields?:
    | Readonly<Record<string, string | number | boolean>>
    | readonly (readonly [string, string | number | boolean])[];
  readonly query?: string;
  readonly body?: string;
  /** A whole HTTP request: request line, headers, body */
  readonly request?: string;
  readonly hashed?: string;
  /** The string that your own code built and signed */
  readonly built?: string;
  readonly secret_key?: string;
  readonly account?: string;
}

export interface ChangeSettingsBody {
  readonly profile?: 'observed' | 'documented';
  readonly strict?: boolean;
  readonly maintenance_mode?: boolean;
  readonly rate_limit?: { readonly requests: number; readonly period: Duration } | null;
  readonly sandbox_transaction_limit?: { readonly transactions: number; readonly period: Duration } | null;
  readonly limits?: { readonly maximum_amount?: { readonly live?: string; readonly test?: string } };
  readonly signature?: { readonly layout?: 'encoded' | 'raw' | 'sorted' };
  readonly aggregator?: { readonly method_field?: 'paymet_method' | 'payment_method' };
  readonly requests?: { readonly bodies?: 'forms' | 'lenient' };
  readonly invoice?: { readonly alphabet?: 'any' | 'strict'; readonly used?: 'confirmed' | 'completed' };
  readonly mobile?: { readonly lenient?: boolean };
  readonly otp?: {
    readonly length?: { readonly walletA?: number; readonly walletB?: number };
    readonly policy?: 'random' | 'fixed';
    readonly codes?: Readonly<Record<string, string>>;
    readonly lifetime?: Duration;
    readonly attempts?: number;
    readonly resend_wait?: Duration;
  };
  readonly checkout?: { readonly lifetime?: Duration };
  readonly card?: { readonly callback?: 'both' | 'browser' | 'server' };
  readonly callback?: {
    readonly mode?: 'retry' | 'once' | 'manual';
    readonly timeout?: Duration;
    readonly order?: 'together' | 'callback-first' | 'return-first' | 'callback-only' | 'return-only';
    readonly delay?: Duration;
    readonly copies?: number;
    readonly hold?: boolean;
    readonly jitter_seed?: number | null;
  };
  readonly retention?: {
    readonly requests?: number | null;
    readonly events?: number | null;
    readonly otps?: number | null;
    readonly transactions?: number | null;
  };
  readonly codes?: 'observed' | 'documented';
  readonly error?: { readonly fields?: boolean };
  readonly statuses?: Readonly<Record<string, number>>;
}

/** What each operation takes and answers. */
export interface Operations {
  readonly listAccounts: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: { readonly limit?: string | number; readonly cursor?: string };
    readonly body: undefined;
    readonly answer: ListAccountsAnswer;
  };
  readonly getAccount: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Account;
  };
  readonly createAccount: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: CreateAccountBody | undefined;
    readonly answer: Account;
  };
  readonly changeAccount: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: ChangeAccountBody | undefined;
    readonly answer: Account;
  };
  readonly renewCredential: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: RenewCredentialBody;
    readonly answer: Account;
  };
  readonly listOtps: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: {
      readonly limit?: string | number;
      readonly cursor?: string;
      readonly gateway?: string;
      readonly process_id?: string;
      readonly account?: string;
      readonly mobile_number?: string;
      readonly status?: 'active' | 'used' | 'expired' | 'superseded' | 'locked';
    };
    readonly body: undefined;
    readonly answer: ListOtpsAnswer;
  };
  readonly latestOtp: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: {
      readonly gateway?: string;
      readonly process_id?: string;
      readonly account?: string;
      readonly mobile_number: string;
      readonly wait?: string;
    };
    readonly body: undefined;
    readonly answer: Otp;
  };
  readonly clearOtps: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: { readonly account?: string };
    readonly body: undefined;
    readonly answer: ClearOtpsAnswer;
  };
  readonly expireOtp: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Otp;
  };
  readonly lockOtp: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Otp;
  };
  readonly resendOtp: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Otp;
  };
  readonly listTransactions: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: {
      readonly limit?: string | number;
      readonly cursor?: string;
      readonly invoice_no?: string;
      readonly gateway?: string;
      readonly status?: 'started' | 'completed' | 'canceled' | 'declined' | 'expired';
      readonly mode?: 'live' | 'test';
      readonly account?: string;
    };
    readonly body: undefined;
    readonly answer: ListTransactionsAnswer;
  };
  readonly getTransaction: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: TransactionWithTimeline;
  };
  readonly listCheckouts: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: { readonly limit?: string | number; readonly cursor?: string; readonly account?: string };
    readonly body: undefined;
    readonly answer: ListCheckoutsAnswer;
  };
  readonly getCheckout: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Checkout;
  };
  readonly approveCheckout: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: ApproveCheckoutBody | undefined;
    readonly answer: DecidedCheckout;
  };
  readonly cancelCheckout: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: CancelCheckoutBody | undefined;
    readonly answer: DecidedCheckout;
  };
  readonly declineCheckout: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: DeclineCheckoutBody | undefined;
    readonly answer: Checkout;
  };
  readonly expireCheckout: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Checkout;
  };
  readonly extendCheckout: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: ExtendCheckoutBody;
    readonly answer: Checkout;
  };
  readonly listCallbacks: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: {
      readonly limit?: string | number;
      readonly cursor?: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly status?: 'pending' | 'delivered' | 'exhausted' | 'held' | 'dropped';
      readonly account?: string;
    };
    readonly body: undefined;
    readonly answer: ListCallbacksAnswer;
  };
  readonly getCallback: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Callback;
  };
  readonly resendCallback: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: ResendCallbackBody | undefined;
    readonly answer: Callback;
  };
  readonly resendFailedCallbacks: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: ResendFailedCallbacksBody;
    readonly answer: ResendFailedCallbacksAnswer;
  };
  readonly waitUntilSettled: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: { readonly wait?: string; readonly account?: string; readonly transaction_id?: string };
    readonly body: undefined;
    readonly answer: WaitUntilSettledAnswer;
  };
  readonly holdCallback: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Callback;
  };
  readonly releaseCallback: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Callback;
  };
  readonly listEvents: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: {
      readonly limit?: string | number;
      readonly after?: string;
      readonly wait?: string;
      readonly type?: string;
      readonly invoice_no?: string;
      readonly transaction_id?: string;
      readonly mobile_number?: string;
      readonly account?: string;
    };
    readonly body: undefined;
    readonly answer: ListEventsAnswer;
  };
  readonly listRequests: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: {
      readonly limit?: string | number;
      readonly cursor?: string;
      readonly after?: string;
      readonly wait?: string;
      readonly gateway?: string;
      readonly code?:
        | 'UNAUTHORIZED'
        | 'DENIED_ACCESS_GATEWAY'
        | 'FORBIDDEN_IP_ADDRESS'
        | 'MISSING_PARAMETER'
        | 'INVALID_INPUTS'
        | 'BACKEND_ERROR'
        | 'MAINTENANCE_MODE'
        | 'TEST_MODE_NOT_SUPPORTED'
        | 'TOO_MAY_REQUESTS'
        | 'INVALID_AMOUNT_FORMAT'
        | 'AMOUNT_NOT_ALLOWED'
        | 'AMOUNT_EXCEEDED_MAXIMUM'
        | 'CURRENCY_NOT_SUPPORTED'
        | 'SANDBOX_TRANSACTION_LIMIT_EXCEEDED'
        | 'INVALID_MOBILE_NUMBER_OR_BIRTH_YEAR'
        | 'NOT_SUBSCRIBED'
        | 'INVLIAD_OTP'
        | 'CONFIRMATION_ERROR'
        | 'OTP_EXPIRED'
        | 'INVALID_INVOICE_AMOUNT_OR_NUMBER'
        | 'INSUFFICIENT_BALANCE'
        | 'PHONE_NUMBER_IS_LOCKED';
      readonly account?: string;
    };
    readonly body: undefined;
    readonly answer: ListRequestsAnswer;
  };
  readonly getRequest: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: LoggedRequest;
  };
  readonly replayRequest: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: ReplayRequestBody | undefined;
    readonly answer: LoggedRequest;
  };
  readonly listFaults: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: { readonly limit?: string | number; readonly cursor?: string; readonly account?: string };
    readonly body: undefined;
    readonly answer: ListFaultsAnswer;
  };
  readonly addFault: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: AddFaultBody;
    readonly answer: Fault;
  };
  readonly clearFaults: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: { readonly account?: string };
    readonly body: undefined;
    readonly answer: ClearFaultsAnswer;
  };
  readonly removeFault: {
    readonly params: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: RemoveFaultAnswer;
  };
  readonly getClock: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Clock;
  };
  readonly advanceClock: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: AdvanceClockBody;
    readonly answer: Clock;
  };
  readonly freezeClock: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: FreezeClockBody | undefined;
    readonly answer: Clock;
  };
  readonly resumeClock: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Clock;
  };
  readonly listSnapshots: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: { readonly limit?: string | number; readonly cursor?: string };
    readonly body: undefined;
    readonly answer: ListSnapshotsAnswer;
  };
  readonly saveSnapshot: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: SaveSnapshotBody;
    readonly answer: SaveSnapshotAnswer;
  };
  readonly restoreSnapshot: {
    readonly params: { readonly name: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: RestoreSnapshotAnswer;
  };
  readonly removeSnapshot: {
    readonly params: { readonly name: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: RemoveSnapshotAnswer;
  };
  readonly checkSignature: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: CheckSignatureBody | undefined;
    readonly answer: CheckSignatureAnswer;
  };
  readonly getSettings: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Settings;
  };
  readonly changeSettings: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: ChangeSettingsBody | undefined;
    readonly answer: Settings;
  };
  readonly reset: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: ResetAnswer;
  };
  readonly stop: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: StopAnswer;
  };
  readonly listMagicValues: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: ListMagicValuesAnswer;
  };
  readonly listGateways: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: ListGatewaysAnswer;
  };
}

/** Method and path of each operation, below `/_sandbox/api`. */
export const routes: { readonly [Id in keyof Operations]: readonly [method: string, path: string] } = {
  listAccounts: ['GET', '/accounts'],
  getAccount: ['GET', '/accounts/:id'],
  createAccount: ['POST', '/accounts'],
  changeAccount: ['PATCH', '/accounts/:id'],
  renewCredential: ['POST', '/accounts/:id/renew'],
  listOtps: ['GET', '/otps'],
  latestOtp: ['GET', '/otps/latest'],
  clearOtps: ['DELETE', '/otps'],
  expireOtp: ['POST', '/otps/:id/expire'],
  lockOtp: ['POST', '/otps/:id/lock'],
  resendOtp: ['POST', '/otps/:id/resend'],
  listTransactions: ['GET', '/transactions'],
  getTransaction: ['GET', '/transactions/:id'],
  listCheckouts: ['GET', '/checkouts'],
  getCheckout: ['GET', '/checkouts/:id'],
  approveCheckout: ['POST', '/checkouts/:id/approve'],
  cancelCheckout: ['POST', '/checkouts/:id/cancel'],
  declineCheckout: ['POST', '/checkouts/:id/decline'],
  expireCheckout: ['POST', '/checkouts/:id/expire'],
  extendCheckout: ['POST', '/checkouts/:id/extend'],
  listCallbacks: ['GET', '/callbacks'],
  getCallback: ['GET', '/callbacks/:id'],
  resendCallback: ['POST', '/callbacks/:id/resend'],
  resendFailedCallbacks: ['POST', '/callbacks/resend'],
  waitUntilSettled: ['POST', '/callbacks/settled'],
  holdCallback: ['POST', '/callbacks/:id/hold'],
  releaseCallback: ['POST', '/callbacks/:id/release'],
  listEvents: ['GET', '/events'],
  listRequests: ['GET', '/requests'],
  getRequest: ['GET', '/requests/:id'],
  replayRequest: ['POST', '/requests/:id/replay'],
  listFaults: ['GET', '/faults'],
  addFault: ['POST', '/faults'],
  clearFaults: ['DELETE', '/faults'],
  removeFault: ['DELETE', '/faults/:id'],
  getClock: ['GET', '/clock'],
  advanceClock: ['POST', '/clock/advance'],
  freezeClock: ['POST', '/clock/freeze'],
  resumeClock: ['POST', '/clock/resume'],
  listSnapshots: ['GET', '/snapshots'],
  saveSnapshot: ['POST', '/snapshots'],
  restoreSnapshot: ['POST', '/snapshots/:name/restore'],
  removeSnapshot: ['DELETE', '/snapshots/:name'],
  checkSignature: ['POST', '/signature/check'],
  getSettings: ['GET', '/settings'],
  changeSettings: ['PATCH', '/settings'],
  reset: ['POST', '/reset'],
  stop: ['POST', '/stop'],
  listMagicValues: ['GET', '/magic'],
  listGateways: ['GET', '/gateways'],
};
