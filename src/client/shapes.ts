import type { GatewayToken } from '../gateways/gateway.ts';
import type { Tampering } from '../settings/settings.ts';
import type { Mode, Name, Time } from './words.ts';

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
  /** Masked in lists, as the secret key and the tokens are. */
  readonly api_key: string;
  readonly secret_key: string;
  readonly access_tokens: { readonly test: string; readonly live: string };
  readonly gateways: Readonly<Record<GatewayToken, AccountGateway>>;
  readonly ip_whitelist: { readonly enabled: boolean; readonly entries: readonly string[] };
  readonly created_at: Time;
}

export interface AccountGateway {
  readonly allowed: boolean;
  readonly configured: boolean;
  readonly test_mode: boolean;
  readonly currency: string;
}

/** A one-time code on the phone of a customer. */
export interface Otp {
  readonly id: string;
  readonly account: string;
  readonly mode: Mode;
  readonly gateway: Name;
  readonly mobile_number: string;
  readonly code: string;
  readonly process_id: string;
  readonly amount: string;
  readonly status: 'active' | 'used' | 'expired' | 'superseded' | 'locked';
  readonly attempts: number;
  readonly created_at: Time;
  readonly expires_at: Time;
  readonly message: { readonly ar: string; readonly en: string };
}

export type TransactionStatus = 'started' | 'completed' | 'canceled' | 'declined' | 'expired';

export interface Transaction {
  readonly transaction_id: string;
  readonly account: string;
  readonly mode: Mode;
  readonly gateway: Name;
  readonly invoice_no: string;
  /** The text that the merchant sent. */
  readonly amount: string;
  readonly currency: 'LYD' | 'USD';
  readonly status: TransactionStatus;
  readonly payment_method: Name | null;
  readonly mobile_number: string | null;
  readonly email: string | null;
  readonly customer_ip: string | null;
  readonly decline_reason: string | null;
  /** The token of its checkout; null for a wallet's. */
  readonly checkout: string | null;
  readonly created_at: Time;
  readonly decided_at: Time | null;
}

/** A request of the merchant, or an event of the journal, with members of its own. */
export interface TimelineEntry {
  readonly at: Time;
  readonly type: string;
  readonly [name: string]: unknown;
}

export interface TransactionWithTimeline extends Transaction {
  readonly timeline: readonly TimelineEntry[];
}

/** A hosted page's session, with its transaction. */
export interface Checkout extends Transaction {
  /** The token. */
  readonly id: string;
  readonly redirect_url: string;
  readonly lang: 'ar' | 'en';
  readonly return_url: string;
  readonly callback_url: string | null;
  readonly expires_at: Time;
}

/** A checkout that has just been decided. */
export interface DecidedCheckout extends Checkout {
  readonly status: 'completed' | 'canceled';
  /** Where the browser goes: whole and signed. */
  readonly return_url: string;
  /** The ids of its callbacks. */
  readonly callbacks: readonly string[];
}

export interface Callback {
  readonly id: string;
  readonly transaction_id: string;
  readonly account: string;
  readonly gateway: Name;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string | null;
  /** Texts, unless it is one tampered with by `types`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly signed_string: string;
  readonly hashed: string;
  readonly status: 'pending' | 'delivered' | 'exhausted' | 'held' | 'dropped';
  readonly tampered: Tampering | null;
  /** The callback whose bytes it repeats. */
  readonly copy_of: string | null;
  readonly next_attempt_at: Time | null;
  readonly created_at: Time;
  readonly attempts: readonly Attempt[];
}

export interface Attempt {
  readonly number: number;
  readonly at: Time;
  readonly url: string;
  /** False for what was tampered with, or sent with other fields than the outcome has. */
  readonly genuine: boolean;
  /** The exact bytes, as text. */
  readonly request: string;
  /** Null as long as it is under way. */
  readonly duration_ms: number | null;
  readonly answer: AttemptAnswer | null;
  /** In words; null when there was an answer. */
  readonly error: string | null;
}

export interface AttemptAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The first 64 KiB; in a list the first 1 KiB, and then a note that says so. */
  readonly body: string;
  /** Whether the answer is cut short here, or its body is no longer kept. */
  readonly truncated: boolean;
}

/** A call of the merchant API, with the reason of its answer. */
export interface RequestLogEntry {
  readonly id: string;
  readonly at: Time;
  readonly account: string | null;
  readonly mode: Mode | null;
  readonly gateway: Name | null;
  readonly action: string | null;
  readonly method: string;
  readonly path: string;
  readonly remote_address: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly status: number;
  readonly code: string | null;
  /** Its JSON; the text where a fault answered with something else. */
  readonly answer: unknown;
  readonly fault: string | null;
  /** For a request without valid keys: why it is kept apart, in memory and for a while. */
  readonly note: string | null;
  readonly duration_ms: number;
  readonly transaction_id: string | null;
  readonly process_id: string | null;
  readonly trace: readonly TraceStep[];
  readonly lint: readonly string[];
  readonly assumptions: readonly string[];
}

export interface TraceStep {
  readonly check: string;
  readonly passed: boolean;
  readonly expected: string;
  readonly got: string;
}
