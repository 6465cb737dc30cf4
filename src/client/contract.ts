// Generated from the operations of the control API (`src/control-api`) by `npm run docs`, in `scripts/docs/contract.ts`. Do not edit:
// test/control-api/openapi/documents.test.ts fails when it is out of date.
import type { GatewayToken } from '../gateways/gateway.ts';
import type { EventType } from '../journal/event-type.ts';
import type { Duration } from '../protocol/duration.ts';
import type { ErrorCode } from '../protocol/errors.ts';
import type { Mode } from '../protocol/vocabulary.ts';
import type { DeliveryOrder, Tampering } from '../settings/delivery.ts';
import type { Named, PaymentMethod } from './words.ts';

/** A page of a list, newest first; `next` is the `cursor` of the page after it. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next: string | null;
}

/** Which calls it is for; an absent member matches all. */
export interface FaultMatch {
  readonly account?: string;
  readonly gateway?: Named<GatewayToken>;
  readonly action?: 'verify' | 'confirm';
  readonly invoice_no?: string;
  readonly mobile_number?: string;
}

export interface SettingsPatch {
  readonly profile?: 'documented' | 'observed' | 'compatible';
  readonly strict?: boolean;
  readonly maintenance_mode?: boolean;
  readonly weather?: 'calm' | 'rainy' | 'storm';
  readonly latency?: 'weather' | 'slow-bank' | 'flaky-mobile' | 'report';
  readonly weather_seed?: number | null;
  readonly rate_limit?: {
    readonly requests: number;
    readonly period: Duration;
  } | null;
  readonly sandbox_transaction_limit?: {
    readonly transactions: number;
    readonly period: Duration;
  } | null;
  readonly limits?: {
    readonly maximum_amount?: {
      readonly live?: string;
      readonly test?: string;
    };
  };
  readonly signature?: {
    readonly layout?: 'encoded' | 'raw' | 'sorted' | 'sorted-raw';
    readonly scope?: 'own' | 'all';
  };
  readonly aggregator?: {
    readonly method_field?: 'paymet_method' | 'payment_method';
  };
  readonly requests?: {
    readonly bodies?: 'forms' | 'lenient';
    readonly query?: 'ignore' | 'merge';
  };
  readonly invoice?: {
    readonly alphabet?: 'any' | 'strict';
    readonly used?: 'confirmed' | 'completed';
  };
  readonly mobile?: {
    readonly lenient?: boolean;
  };
  readonly otp?: {
    readonly length?: {
      readonly walletA?: number;
      readonly walletB?: number;
    };
    readonly policy?: 'random' | 'fixed';
    readonly codes?: Readonly<Record<string, string | null>>;
    readonly lifetime?: Duration;
    readonly attempts?: number;
    readonly resend_wait?: Duration;
    readonly repeat_window?: Duration;
  };
  readonly checkout?: {
    readonly lifetime?: Duration;
  };
  readonly card?: {
    readonly callback?: 'both' | 'browser' | 'server';
  };
  readonly callback?: {
    readonly types?: 'text' | 'number';
    readonly mode?: 'retry' | 'once' | 'manual';
    readonly timeout?: Duration;
    readonly order?: DeliveryOrder;
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
  readonly error?: {
    readonly fields?: boolean;
  };
  readonly statuses?: Readonly<Partial<Record<ErrorCode, number | null>>>;
}

export type TransactionStatus = 'started' | 'completed' | 'canceled' | 'declined' | 'expired';

export interface AccountGateway {
  readonly allowed: boolean;
  readonly configured: boolean;
  readonly test_mode: boolean;
  readonly currency: string;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly approved: boolean;
  readonly allow_self_signed: boolean;
  /** Masked in lists, like the secret key and the tokens. */
  readonly api_key: string;
  readonly secret_key: string;
  readonly access_tokens: {
    readonly test: string;
    readonly live: string;
  };
  readonly gateways: Readonly<Record<GatewayToken, AccountGateway>>;
  /** Color and logo of the hosted pages. */
  readonly brand: {
    readonly accent: string | null;
    readonly logo: string | null;
  };
  readonly ip_whitelist: {
    readonly enabled: boolean;
    readonly entries: readonly string[];
  };
  readonly created_at: string;
}

/** A one-time code on a customer’s phone. */
export interface Otp {
  readonly id: string;
  readonly account: string;
  readonly mode: Mode;
  readonly gateway: Named<GatewayToken>;
  readonly mobile_number: string;
  readonly code: string;
  readonly process_id: string;
  readonly amount: string;
  readonly status: 'active' | 'used' | 'expired' | 'superseded' | 'locked';
  readonly attempts: number;
  readonly created_at: string;
  readonly expires_at: string;
  readonly message: {
    readonly ar: string;
    readonly en: string;
  };
}

export interface Transaction {
  readonly transaction_id: string;
  readonly account: string;
  readonly mode: Mode;
  readonly gateway: Named<GatewayToken>;
  readonly invoice_no: string;
  /** The string that your app sent. */
  readonly amount: string;
  readonly currency: 'LYD' | 'USD';
  readonly status: TransactionStatus;
  readonly payment_method: Named<PaymentMethod> | null;
  readonly mobile_number: string | null;
  readonly email: string | null;
  readonly customer_ip: string | null;
  readonly decline_reason: string | null;
  /** The token of its checkout; null for a wallet payment. */
  readonly checkout: string | null;
  readonly created_at: string;
  readonly decided_at: string | null;
  /** The verdict: what your app was told, and how it responded. */
  readonly verdict: {
    readonly kind:
      | 'forged'
      | 'unaware'
      | 'unanswered'
      | 'retrying'
      | 'held'
      | 'sending'
      | 'dropped'
      | 'silent'
      | 'told'
      | 'replied'
      | 'waiting';
    readonly text: string;
    /** The callback that decides it. */
    readonly callback_id: string | null;
  };
}

/** A request of your app or an event. */
export type TimelineEntry =
  | {
      readonly at: string;
      readonly type: 'request';
      readonly request_id: string;
      readonly method: string;
      readonly path: string;
      readonly status: number;
      /** The error code of a refusal. */
      readonly code?: string;
    }
  | JournalEvent;

export interface TransactionWithTimeline extends Transaction {
  readonly timeline: readonly TimelineEntry[];
}

/** A checkout session with its transaction. */
export interface Checkout extends Transaction {
  /** The token. */
  readonly id: string;
  readonly redirect_url: string;
  readonly lang: 'ar' | 'en';
  readonly return_url: string;
  readonly callback_url: string | null;
  readonly expires_at: string;
}

/** A checkout that has just been decided. */
export interface DecidedCheckout extends Checkout {
  readonly status: 'completed' | 'canceled';
  /** Where the browser goes, complete and signed. */
  readonly return_url: string;
  /** The ids of its callbacks. */
  readonly callbacks: readonly string[];
  /** As asked, else by the magic invoice number or the setting `callback.order`. */
  readonly order: DeliveryOrder;
}

export interface AttemptAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** The first 64 KiB; in the list of callbacks the first 1 KiB, followed by a note that says so. */
  readonly body: string;
  /** Whether the response is truncated here, or its body is no longer kept. */
  readonly truncated: boolean;
}

export interface Attempt {
  readonly number: number;
  readonly at: string;
  readonly url: string;
  /** False for a forged callback, or one whose fields differ from those of the outcome. */
  readonly genuine: boolean;
  /** The exact bytes, as text. */
  readonly request: string;
  /** Null while it is under way, or if it was cut off. */
  readonly duration_ms: number | null;
  readonly answer: AttemptAnswer | null;
  /** Why there is no response; null if there is one. */
  readonly error: string | null;
}

export interface Callback {
  readonly id: string;
  readonly transaction_id: string;
  readonly account: string;
  readonly gateway: Named<GatewayToken>;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Host and port that it is sent to: from `url` or `callback_host_map`. */
  readonly target_host: string;
  readonly body: string | null;
  /** Texts, unless it was forged with `types`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly signed_string: string;
  readonly hashed: string;
  readonly status: 'pending' | 'delivered' | 'exhausted' | 'held' | 'dropped';
  readonly tampered: Tampering | null;
  /** The callback whose bytes it repeats. */
  readonly copy_of: string | null;
  readonly next_attempt_at: string | null;
  readonly created_at: string;
  /** How many attempts there are. */
  readonly attempts_total: number;
  /** The newest 20, in the order they were sent. */
  readonly attempts: readonly Attempt[];
}

export interface TraceStep {
  readonly check: string;
  readonly passed: boolean;
  readonly expected: string;
  readonly got: string;
}

/** A call of the merchant API, with the reason for its answer. */
export interface RequestLogEntry {
  readonly id: string;
  readonly at: string;
  readonly account: string | null;
  readonly mode: Mode | null;
  readonly gateway: Named<GatewayToken> | null;
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

/** Something that happened; `type` says which other members there are. */
export type JournalEvent =
  | {
      readonly id: string;
      readonly type: 'otp.sent';
      readonly at: string;
      readonly account: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number: string;
      readonly process_id: string;
      readonly gateway: GatewayToken;
      readonly otp_id: string;
      readonly amount: string;
    }
  | {
      readonly id: string;
      readonly type: 'otp.wrong_code';
      readonly at: string;
      readonly account: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number: string;
      readonly process_id: string;
      readonly gateway: GatewayToken;
      readonly otp_id?: string;
    }
  | {
      readonly id: string;
      readonly type: 'otp.used';
      readonly at: string;
      readonly account: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number: string;
      readonly process_id: string;
      readonly gateway: GatewayToken;
      readonly otp_id: string;
    }
  | {
      readonly id: string;
      readonly type: 'otp.expired';
      readonly at: string;
      readonly account: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number: string;
      readonly process_id: string;
      readonly gateway: GatewayToken;
      readonly otp_id: string;
    }
  | {
      readonly id: string;
      readonly type: 'otp.superseded';
      readonly at: string;
      readonly account: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number: string;
      readonly process_id: string;
      readonly gateway: GatewayToken;
      readonly otp_id: string;
    }
  | {
      readonly id: string;
      readonly type: 'otp.locked';
      readonly at: string;
      readonly account: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number: string;
      readonly process_id: string;
      readonly gateway: GatewayToken;
      readonly otp_id?: string;
    }
  | {
      readonly id: string;
      readonly type: 'transaction.started';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly gateway: GatewayToken;
      readonly amount: string;
    }
  | {
      readonly id: string;
      readonly type: 'transaction.completed';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly gateway: GatewayToken;
      readonly payment_method?: string;
      /** Of a wallet payment. */
      readonly amount?: string;
    }
  | {
      readonly id: string;
      readonly type: 'transaction.canceled';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly gateway: GatewayToken;
      readonly payment_method?: string;
    }
  | {
      readonly id: string;
      readonly type: 'transaction.declined';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly gateway: GatewayToken;
      readonly reason: string;
    }
  | {
      readonly id: string;
      readonly type: 'transaction.expired';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly gateway: GatewayToken;
    }
  | {
      readonly id: string;
      readonly type: 'checkout.method_chosen';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly gateway: GatewayToken;
      readonly payment_method: string;
    }
  | {
      readonly id: string;
      readonly type: 'checkout.challenge';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly gateway: GatewayToken;
      readonly result:
        | 'asked'
        | 'authenticated'
        | 'attempted'
        | 'failed'
        | 'unavailable'
        | 'rejected'
        | 'no-answer';
    }
  | {
      readonly id: string;
      readonly type: 'checkout.went_back';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly gateway: GatewayToken;
      readonly from: 'card' | 'code' | 'challenge' | 'waiting';
    }
  | {
      readonly id: string;
      readonly type: 'checkout.declined';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly gateway: GatewayToken;
      readonly reason: string;
    }
  | {
      readonly id: string;
      readonly type: 'checkout.extended';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly gateway: GatewayToken;
      readonly expires_at: string;
    }
  | {
      readonly id: string;
      readonly type: 'checkout.returned';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly gateway: GatewayToken;
    }
  | {
      readonly id: string;
      readonly type: 'response.lost';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly gateway: GatewayToken;
      /** What kept the answer to confirm from your app, such as `fault 1`. */
      readonly fault: string;
    }
  | {
      readonly id: string;
      readonly type: 'callback.created';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly callback_id: string;
      readonly tampered?: Tampering;
      readonly status: 'pending' | 'delivered' | 'exhausted' | 'held' | 'dropped';
      readonly method: 'GET' | 'POST';
      readonly url: string;
    }
  | {
      readonly id: string;
      readonly type: 'callback.attempted';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly callback_id: string;
      /** What is wrong with the message of this attempt. */
      readonly tampered?:
        | 'wrong-hash'
        | 'no-hash'
        | 'lower-case-hash'
        | 'amount'
        | 'invoice'
        | 'approved-0'
        | 'both-flags'
        | 'types'
        | 'edited';
      readonly number: number;
      readonly genuine: boolean;
      readonly delivered: boolean;
      /** The HTTP status that your app answered with. */
      readonly status?: number;
      /** Why there was no answer. */
      readonly error?: string;
    }
  | {
      readonly id: string;
      readonly type: 'callback.delivered';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly callback_id: string;
      readonly tampered?: Tampering;
    }
  | {
      readonly id: string;
      readonly type: 'callback.exhausted';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly callback_id: string;
      readonly tampered?: Tampering;
      readonly error?: string;
    }
  | {
      readonly id: string;
      readonly type: 'callback.held';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly callback_id: string;
      readonly tampered?: Tampering;
    }
  | {
      readonly id: string;
      readonly type: 'callback.released';
      readonly at: string;
      readonly account: string;
      readonly transaction_id: string;
      readonly invoice_no: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly callback_id: string;
      readonly tampered?: Tampering;
    }
  | {
      readonly id: string;
      readonly type: 'fault.armed';
      readonly at: string;
      readonly account?: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly fault_id: string;
    }
  | {
      readonly id: string;
      readonly type: 'fault.fired';
      readonly at: string;
      readonly account: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      /** Absent where a header or a magic value asked for it. */
      readonly fault_id?: string;
      readonly effect?: ArmedEffect;
      /** The magic value. */
      readonly magic?: string;
    }
  | {
      readonly id: string;
      readonly type: 'fault.removed';
      readonly at: string;
      readonly account?: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly fault_id: string;
    }
  | {
      readonly id: string;
      readonly type: 'account.changed';
      readonly at: string;
      readonly account: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
    }
  | {
      readonly id: string;
      readonly type: 'settings.changed';
      readonly at: string;
      readonly account?: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly settings: SettingsPatch;
    }
  | {
      readonly id: string;
      readonly type: 'clock.moved';
      readonly at: string;
      readonly account?: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly now: string;
      readonly frozen: boolean;
    }
  | {
      readonly id: string;
      readonly type: 'snapshot.saved';
      readonly at: string;
      readonly account?: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly name: string;
    }
  | {
      readonly id: string;
      readonly type: 'snapshot.restored';
      readonly at: string;
      readonly account?: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly name: string;
    }
  | {
      readonly id: string;
      readonly type: 'reset';
      readonly at: string;
      readonly account?: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
    }
  | {
      readonly id: string;
      readonly type: 'unreadable';
      readonly at: string;
      readonly account?: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly mobile_number?: string;
      readonly process_id?: string;
      readonly was: EventType;
      readonly unreadable: true;
    };

/** Events, oldest first, and the cursor to continue from. */
export interface EventPage {
  readonly data: readonly JournalEvent[];
  readonly cursor: string;
}

/** A call of the merchant API. */
export interface CallEntry {
  readonly kind: 'call';
  /** The id of the request, or of the event. */
  readonly id: string;
  readonly at: string;
  readonly account: string | null;
  /** The path of the page that shows more. */
  readonly page: string;
  readonly method: string;
  readonly path: string;
  /** Gateway and action, as in the path; null for any other path. */
  readonly endpoint: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly duration_ms: number;
  readonly invoice_no: string | null;
  readonly mobile_number: string | null;
  readonly transaction_id: string | null;
  readonly fault: string | null;
  /** Why it was rejected. */
  readonly reason: string | null;
  /** For a call without valid keys: who sent it. */
  readonly note: string | null;
  readonly remote_address: string;
}

/** A one-time code that was sent, or locked after too many wrong ones. */
export interface CodeEntry {
  readonly kind: 'code';
  /** The id of the request, or of the event. */
  readonly id: string;
  readonly at: string;
  readonly account: string | null;
  /** The path of the page that shows more. */
  readonly page: string;
  readonly type: EventType;
  readonly gateway: Named<GatewayToken>;
  /** The one-time code. */
  readonly code: string | null;
  readonly mobile_number: string | null;
  readonly amount: string | null;
  readonly process_id: string | null;
}

/** How a checkout page ended, and the return of its browser. */
export interface PageEntry {
  readonly kind: 'page';
  /** The id of the request, or of the event. */
  readonly id: string;
  readonly at: string;
  readonly account: string | null;
  /** The path of the page that shows more. */
  readonly page: string;
  readonly type: EventType;
  readonly gateway: Named<GatewayToken>;
  readonly invoice_no: string | null;
  readonly transaction_id: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly payment_method: Named<PaymentMethod> | null;
  readonly reason: string | null;
}

/** An attempt to deliver a callback, or a change of its state. */
export interface CallbackEntry {
  readonly kind: 'callback';
  /** The id of the request, or of the event. */
  readonly id: string;
  readonly at: string;
  readonly account: string | null;
  /** The path of the page that shows more. */
  readonly page: string;
  readonly type: EventType;
  readonly callback_id: string;
  readonly transaction_id: string | null;
  readonly invoice_no: string | null;
  readonly method: string | null;
  readonly url: string | null;
  readonly attempt: number | null;
  readonly delivered: boolean | null;
  /** The HTTP status that your app answered with. */
  readonly status: number | null;
  readonly duration_ms: number | null;
  /** The first 200 bytes of the response with which your app rejected it. */
  readonly answer: string | null;
  /** Why there was no answer. */
  readonly error: string | null;
  readonly tampered: string | null;
  readonly next_attempt_at: string | null;
}

/** A change of the sandbox itself: reset, settings, clock, faults, accounts. */
export interface SandboxEntry {
  readonly kind: 'sandbox';
  /** The id of the request, or of the event. */
  readonly id: string;
  readonly at: string;
  readonly account: string | null;
  /** The path of the page that shows more. */
  readonly page: string;
  readonly type: EventType;
  readonly message: string;
}

/** Entries that are no longer kept. */
export interface GapEntry {
  readonly kind: 'gap';
  readonly at: string;
  readonly message: string;
}

export type LogEntry = CallEntry | CodeEntry | PageEntry | CallbackEntry | SandboxEntry | GapEntry;

/** A part of the log, oldest first, and the cursor to continue from. */
export interface LogPage {
  readonly data: readonly LogEntry[];
  readonly cursor: string;
}

/** An effect as it is applied: a `past_timeout` becomes a delay. */
export type ArmedEffect =
  | {
      readonly code: ErrorCode;
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

export interface Fault {
  readonly id: string;
  readonly match: FaultMatch;
  readonly effect: ArmedEffect;
  readonly times: number | 'always';
  readonly left: number | 'always';
  readonly probability: number | null;
  readonly seed: number;
  /** How many calls it has matched. */
  readonly fired: number;
  readonly created_at: string;
}

export interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
  /** How far it is ahead of real time. */
  readonly offset_ms: number;
}

export interface Snapshot {
  readonly name: string;
  readonly saved_at: string;
}

export interface ImportedSnapshot {
  readonly name: string;
  readonly keys: 'replaced' | 'included';
  /** How many lines of each kind the file has. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface Mistake {
  readonly name: string;
  readonly explanation: string;
}

export interface SignatureCheck {
  readonly signed_string: string;
  /** The right one. */
  readonly hashed: string;
  /** The hash that was compared: `hashed` of the message or of the call. */
  readonly given: string | null;
  readonly matches: boolean;
  readonly mistakes: readonly Mistake[];
  readonly difference?: {
    readonly position: number;
    readonly field: string | null;
    readonly explanation: string;
  };
}

export interface Gateway {
  readonly token: GatewayToken;
  readonly name: string;
  readonly flow: 'otp' | 'checkout';
  readonly currency: 'LYD' | 'USD';
  readonly fields: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly rule: string;
  }[];
  readonly payment_methods: readonly string[];
}

export interface MagicValues {
  readonly mobile_numbers: readonly {
    readonly number: string;
    readonly gateway: GatewayToken;
    readonly code?: ErrorCode;
    readonly no_code?: boolean;
  }[];
  readonly codes: readonly {
    readonly digits: string;
    readonly gateway: GatewayToken;
    readonly code: ErrorCode;
  }[];
  readonly amounts: readonly {
    readonly amount: string;
    readonly reason: string;
  }[];
  readonly invoice_prefixes: readonly {
    readonly prefix: string;
    readonly order: DeliveryOrder;
  }[];
}

export interface Settings {
  readonly profile: 'documented' | 'observed' | 'compatible';
  readonly strict: boolean;
  readonly maintenance_mode: boolean;
  readonly weather: 'calm' | 'rainy' | 'storm';
  readonly latency: 'weather' | 'slow-bank' | 'flaky-mobile' | 'report';
  readonly weather_seed: number | null;
  readonly rate_limit: {
    readonly requests: number;
    readonly period: Duration;
  } | null;
  readonly sandbox_transaction_limit: {
    readonly transactions: number;
    readonly period: Duration;
  } | null;
  readonly limits: {
    readonly maximum_amount: {
      readonly live: string;
      readonly test: string;
    };
  };
  readonly signature: {
    readonly layout: 'encoded' | 'raw' | 'sorted' | 'sorted-raw';
    readonly scope: 'own' | 'all';
  };
  readonly aggregator: {
    readonly method_field: 'paymet_method' | 'payment_method';
  };
  readonly requests: {
    readonly bodies: 'forms' | 'lenient';
    readonly query: 'ignore' | 'merge';
  };
  readonly invoice: {
    readonly alphabet: 'any' | 'strict';
    readonly used: 'confirmed' | 'completed';
  };
  readonly mobile: {
    readonly lenient: boolean;
  };
  readonly otp: {
    readonly length: {
      readonly walletA: number;
      readonly walletB: number;
    };
    readonly policy: 'random' | 'fixed';
    readonly codes: Readonly<Record<string, string>>;
    readonly lifetime: Duration;
    readonly attempts: number;
    readonly resend_wait: Duration;
    readonly repeat_window: Duration;
  };
  readonly checkout: {
    readonly lifetime: Duration;
  };
  readonly card: {
    readonly callback: 'both' | 'browser' | 'server';
  };
  readonly callback: {
    readonly types: 'text' | 'number';
    readonly mode: 'retry' | 'once' | 'manual';
    readonly timeout: Duration;
    readonly order: DeliveryOrder;
    readonly delay: Duration;
    readonly copies: number;
    readonly hold: boolean;
    readonly jitter_seed: number | null;
  };
  readonly retention: {
    readonly requests: number | null;
    readonly events: number | null;
    readonly otps: number | null;
    readonly transactions: number | null;
  };
  readonly codes: 'observed' | 'documented';
  readonly error: {
    readonly fields: boolean;
  };
  readonly statuses: Readonly<Partial<Record<ErrorCode, number>>>;
}

export type ListAccountsAnswer = Page<Account>;

export type ListOtpsAnswer = Page<Otp>;

export interface ClearOtpsAnswer {
  readonly removed: true;
}

export type ListTransactionsAnswer = Page<Transaction>;

/** One payment with everything that is recorded about it, without keys. */
export interface ExportStoryAnswer {
  readonly format: 'gateway-sandbox story';
  readonly version: 1;
  readonly product_version: string;
  /** By the clock of the sandbox that wrote it. */
  readonly exported_at: string;
  readonly transaction_id: string;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

export type ListCheckoutsAnswer = Page<Checkout>;

export type ListCallbacksAnswer = Page<Callback>;

export type ListAttemptsAnswer = Page<Attempt>;

export interface ResendFailedCallbacksAnswer {
  readonly data: readonly string[];
}

export interface WaitUntilSettledAnswer {
  readonly settled: true;
}

/** A page of the request log, and the cursor from which `after` continues. */
export interface ListRequestsAnswer {
  readonly data: readonly RequestLogEntry[];
  readonly next: string | null;
  /** For `after`; it stays valid over resets, restores, and restarts. */
  readonly cursor: string;
}

export type ListFaultsAnswer = Page<Fault>;

export interface ClearFaultsAnswer {
  readonly removed: true;
}

export interface RemoveFaultAnswer {
  readonly removed: true;
}

export type ListSnapshotsAnswer = Page<Snapshot>;

export interface SaveSnapshotAnswer {
  readonly name: string;
}

export interface RestoreSnapshotAnswer {
  readonly restored: string;
}

export interface RemoveSnapshotAnswer {
  readonly removed: string;
}

export interface CheckClientAnswer {
  readonly requests: number;
  readonly callbacks: number;
  /** How many requests were sent to the app. */
  readonly sent_to_app: number;
  readonly failures: readonly {
    /** The request or the callback. */
    readonly what: string;
    readonly reason: string;
    /** How many were alike. */
    readonly count: number;
    /** The settings that fix it; empty if none was found. */
    readonly needs: readonly string[];
    readonly request: string | null;
    readonly callback: string | null;
  }[];
  /** The newest 30 kinds of refused requests that are no failures. */
  readonly not_counted: readonly {
    /** The request. */
    readonly what: string;
    /** Why it was refused. */
    readonly reason: string;
    /** How many were alike. */
    readonly count: number;
    /** Why it is no failure: the same program has corrected a mistake of set-up, or sent it again with success; a customer causes it with a correct client too; or its replay is accepted now. */
    readonly why: 'corrected' | 'sent_again' | 'customer' | 'accepted_now';
    readonly request: string;
  }[];
  readonly proposals: readonly {
    readonly setting: string;
    readonly evidence: string;
    readonly why: string;
    readonly config: {
      readonly names?: Readonly<Record<string, string>>;
      readonly settings?: Readonly<Record<string, unknown>>;
    };
  }[];
  /** Questions that only a person can answer. */
  readonly questions: readonly string[];
  /** All that the client needs in the config: what is set now, and what is proposed. */
  readonly config: {
    readonly names?: Readonly<Record<string, string>>;
    readonly settings?: Readonly<Record<string, unknown>>;
  };
}

export interface ResetAnswer {
  readonly reset: true;
  readonly accounts: readonly string[];
}

export interface StopAnswer {
  readonly stopping: true;
  /** The process that ends when everything is stored. */
  readonly pid?: number;
}

export interface ListGatewaysAnswer {
  readonly data: readonly Gateway[];
}

export interface AccountChange {
  readonly name?: string;
  readonly approved?: boolean;
  /** Whether callbacks go to HTTPS servers with a self-signed certificate. */
  readonly allow_self_signed?: boolean;
  /** How the hosted pages look. */
  readonly brand?: {
    /** Color of the hosted pages; made darker or lighter where text would be hard to read. */
    readonly accent?: string | null;
    /** Logo on the hosted pages, as a data URL. */
    readonly logo?: string | null;
  };
  readonly api_key?: string;
  readonly secret_key?: string;
  readonly access_tokens?: {
    readonly test?: string;
    readonly live?: string;
  };
  readonly gateways?: Readonly<
    Partial<
      Record<
        GatewayToken,
        {
          readonly allowed?: boolean;
          readonly configured?: boolean;
          readonly test_mode?: boolean;
          readonly currency?: string;
        }
      >
    >
  >;
  readonly ip_whitelist?: {
    readonly enabled?: boolean;
    readonly entries?: readonly string[];
  };
}

export interface NewAccount extends AccountChange {
  readonly id?: string;
}

/** How the callback of a decision is sent. */
export interface Delivery {
  readonly order?: DeliveryOrder;
  readonly delay?: Duration;
  /** How often the same bytes are sent. */
  readonly copies?: number;
  /** Hold it until it is released. */
  readonly hold?: boolean;
  /** Send a forged callback, which your app must reject. */
  readonly tamper?: Tampering;
}

export interface Approval extends Delivery {
  /** The page’s first method by default; has no effect where the page offers no methods. */
  readonly payment_method?: Named<PaymentMethod>;
}

export interface Decline {
  readonly reason?: string;
  /** The customer cannot try again: the transaction ends as `declined`. */
  readonly final?: boolean;
}

/** Without any of these, the same bytes go to the same address. */
export interface Resend {
  readonly url?: string;
  /** Other fields: a new text for one, or null to leave it out. */
  readonly fields?: Readonly<Record<string, string | null>>;
  /** Sign the other fields. */
  readonly sign?: boolean;
  /** Forge it. */
  readonly tamper?: Tampering;
  /** How often it is sent. */
  readonly copies?: number;
  /** Sends nothing: the answer shows what would be sent. */
  readonly dry_run?: boolean;
}

export type Effect =
  | {
      /** A documented error in its real envelope. */
      readonly code: ErrorCode;
      readonly http_status?: never;
      readonly body?: never;
      readonly delay?: never;
      readonly past_timeout?: never;
      readonly hang?: never;
      readonly after?: never;
      readonly reset?: never;
    }
  | {
      /** 200 to 599, with a body that does not come from the API. */
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
      /** The call is processed, with the response one second after a client with this timeout has given up. */
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
      /** No answer ever comes. */
      readonly hang: true;
      /** Whether the call is processed first. */
      readonly after?: boolean;
      readonly code?: never;
      readonly http_status?: never;
      readonly body?: never;
      readonly delay?: never;
      readonly past_timeout?: never;
      readonly reset?: never;
    }
  | {
      /** The connection is reset. */
      readonly reset: true;
      /** Whether the call is processed first. */
      readonly after?: boolean;
      readonly code?: never;
      readonly http_status?: never;
      readonly body?: never;
      readonly delay?: never;
      readonly past_timeout?: never;
      readonly hang?: never;
    };

export interface NewFault {
  readonly match?: FaultMatch;
  readonly effect: Effect;
  readonly times?: number | 'always';
  /** Above 0 and up to 1: the share of matching calls that fail, drawn by `seed`. */
  readonly probability?: number;
  readonly seed?: number;
}

export interface RenewCredentialBody {
  readonly what: 'test' | 'live' | 'api_key' | 'secret_key';
}

export interface ExtendCheckoutBody {
  readonly by: Duration;
}

export interface ResendFailedCallbacksBody {
  readonly failed_since: string;
  readonly account?: string;
}

export interface ReplayRequestBody {
  readonly invoice_no?: string;
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
  /** Signed exactly as given, in their order. In the other forms, `signature.scope` decides. */
  readonly fields?:
    | Readonly<Record<string, string | number | boolean>>
    | readonly (readonly [string, string | number | boolean])[];
  /** A query or a whole URL, as it arrived, or a text that holds the message, such as a line of a log. */
  readonly query?: string;
  /** A JSON body, as it arrived, or a line of a log in JSON. */
  readonly body?: string;
  /** A whole HTTP request: request line, headers, body. */
  readonly request?: string;
  readonly hashed?: string;
  /** The string that your own code built and signed. */
  readonly built?: string;
  readonly secret_key?: string;
  readonly account?: string;
}

export interface CheckClientBody {
  /** Whether callbacks and returns are sent to the app again to try them. */
  readonly ask_app?: boolean;
  /** Only the requests and callbacks of this account. */
  readonly account?: string;
}

/** What each operation takes and answers. */
export interface Operations {
  readonly listAccounts: {
    readonly query?: {
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly answer: ListAccountsAnswer;
  };
  readonly getAccount: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: Account;
  };
  readonly createAccount: {
    readonly body?: NewAccount;
    readonly answer: Account;
  };
  readonly changeAccount: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: AccountChange;
    readonly answer: Account;
  };
  readonly renewCredential: {
    readonly params: {
      readonly id: string;
    };
    readonly body: RenewCredentialBody;
    readonly answer: Account;
  };
  readonly listOtps: {
    readonly query?: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly gateway?: Named<GatewayToken>;
      readonly process_id?: string;
      readonly account?: string;
      readonly mobile_number?: string;
      readonly status?: 'active' | 'used' | 'expired' | 'superseded' | 'locked';
    };
    readonly answer: ListOtpsAnswer;
  };
  readonly latestOtp: {
    readonly query: {
      readonly gateway?: Named<GatewayToken>;
      readonly process_id?: string;
      readonly account?: string;
      readonly mobile_number: string;
      readonly wait?: Duration;
    };
    readonly answer: Otp;
  };
  readonly clearOtps: {
    readonly query?: {
      readonly account?: string;
    };
    readonly answer: ClearOtpsAnswer;
  };
  readonly expireOtp: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: Otp;
  };
  readonly lockOtp: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: Otp;
  };
  readonly resendOtp: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: Otp;
  };
  readonly listTransactions: {
    readonly query?: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly invoice_no?: string;
      readonly gateway?: Named<GatewayToken>;
      readonly status?: TransactionStatus;
      readonly mode?: Mode;
      readonly account?: string;
      /** How the payment stands. One page looks at the newest 1,000 payments at most, so it may have fewer rows than `limit` and still a `next`. */
      readonly verdict?:
        | 'forged'
        | 'unaware'
        | 'unanswered'
        | 'retrying'
        | 'held'
        | 'sending'
        | 'dropped'
        | 'silent'
        | 'told'
        | 'replied'
        | 'waiting';
    };
    readonly answer: ListTransactionsAnswer;
  };
  readonly getTransaction: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: TransactionWithTimeline;
  };
  readonly exportStory: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: ExportStoryAnswer;
  };
  readonly listCheckouts: {
    readonly query?: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly account?: string;
    };
    readonly answer: ListCheckoutsAnswer;
  };
  readonly getCheckout: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: Checkout;
  };
  readonly approveCheckout: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: Approval;
    readonly answer: DecidedCheckout;
  };
  readonly cancelCheckout: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: Delivery;
    readonly answer: DecidedCheckout;
  };
  readonly declineCheckout: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: Decline;
    readonly answer: Checkout;
  };
  readonly expireCheckout: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: Checkout;
  };
  readonly extendCheckout: {
    readonly params: {
      readonly id: string;
    };
    readonly body: ExtendCheckoutBody;
    readonly answer: Checkout;
  };
  readonly listCallbacks: {
    readonly query?: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly transaction_id?: string;
      readonly invoice_no?: string;
      readonly status?: 'pending' | 'delivered' | 'exhausted' | 'held' | 'dropped';
      readonly account?: string;
    };
    readonly answer: ListCallbacksAnswer;
  };
  readonly getCallback: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: Callback;
  };
  readonly listAttempts: {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly answer: ListAttemptsAnswer;
  };
  readonly resendCallback: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: Resend;
    readonly answer: Callback;
  };
  readonly resendFailedCallbacks: {
    readonly body: ResendFailedCallbacksBody;
    readonly answer: ResendFailedCallbacksAnswer;
  };
  readonly waitUntilSettled: {
    readonly query?: {
      readonly wait?: Duration;
      readonly account?: string;
      readonly transaction_id?: string;
      /** `true` waits for the retries of a callback that your app refuses. */
      readonly retries?: 'true' | 'false';
    };
    readonly answer: WaitUntilSettledAnswer;
  };
  readonly holdCallback: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: Callback;
  };
  readonly releaseCallback: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: Callback;
  };
  readonly listEvents: {
    readonly query?: {
      readonly limit?: number;
      /** Only events after this one; one above the newest is from an earlier run, so all are new. */
      readonly after?: string;
      readonly wait?: Duration;
      /** One type, or several separated by commas. */
      readonly type?: string;
      readonly invoice_no?: string;
      readonly transaction_id?: string;
      readonly mobile_number?: string;
      readonly account?: string;
    };
    readonly answer: EventPage;
  };
  readonly listRequests: {
    readonly query?: {
      readonly limit?: number;
      readonly cursor?: string;
      /** Only requests after this one: an id, which a reset starts over, or the `cursor` of an answer. */
      readonly after?: string;
      readonly wait?: Duration;
      readonly gateway?: Named<GatewayToken>;
      /** An error code of the answer. */
      readonly code?: ErrorCode;
      readonly account?: string;
    };
    readonly answer: ListRequestsAnswer;
  };
  readonly getRequest: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: RequestLogEntry;
  };
  readonly replayRequest: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: ReplayRequestBody;
    readonly answer: RequestLogEntry;
  };
  readonly readLog: {
    readonly query?: {
      readonly limit?: number;
      /** A cursor; it stays valid when the sandbox restarts. */
      readonly after?: string;
      /** Where to begin without a cursor: "now", or how long ago, such as "10m". */
      readonly since?: string;
      readonly wait?: Duration;
      readonly account?: string;
    };
    readonly answer: LogPage;
  };
  readonly listFaults: {
    readonly query?: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly account?: string;
    };
    readonly answer: ListFaultsAnswer;
  };
  readonly addFault: {
    readonly body: NewFault;
    readonly answer: Fault;
  };
  readonly clearFaults: {
    readonly query?: {
      readonly account?: string;
    };
    readonly answer: ClearFaultsAnswer;
  };
  readonly removeFault: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: RemoveFaultAnswer;
  };
  readonly getClock: {
    readonly answer: ClockState;
  };
  readonly advanceClock: {
    readonly body: AdvanceClockBody;
    readonly answer: ClockState;
  };
  readonly freezeClock: {
    readonly body?: FreezeClockBody;
    readonly answer: ClockState;
  };
  readonly resumeClock: {
    readonly answer: ClockState;
  };
  readonly listSnapshots: {
    readonly query?: {
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly answer: ListSnapshotsAnswer;
  };
  readonly saveSnapshot: {
    readonly body: SaveSnapshotBody;
    readonly answer: SaveSnapshotAnswer;
  };
  readonly restoreSnapshot: {
    readonly params: {
      readonly name: string;
    };
    readonly answer: RestoreSnapshotAnswer;
  };
  readonly removeSnapshot: {
    readonly params: {
      readonly name: string;
    };
    readonly answer: RemoveSnapshotAnswer;
  };
  readonly checkSignature: {
    readonly body?: CheckSignatureBody;
    readonly answer: SignatureCheck;
  };
  readonly checkClient: {
    readonly body?: CheckClientBody;
    readonly answer: CheckClientAnswer;
  };
  readonly getSettings: {
    readonly answer: Settings;
  };
  readonly changeSettings: {
    readonly body?: SettingsPatch;
    readonly answer: Settings;
  };
  readonly reset: {
    readonly answer: ResetAnswer;
  };
  readonly stop: {
    readonly answer: StopAnswer;
  };
  readonly listMagicValues: {
    readonly answer: MagicValues;
  };
  readonly listGateways: {
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
  exportStory: ['GET', '/transactions/:id/story'],
  listCheckouts: ['GET', '/checkouts'],
  getCheckout: ['GET', '/checkouts/:id'],
  approveCheckout: ['POST', '/checkouts/:id/approve'],
  cancelCheckout: ['POST', '/checkouts/:id/cancel'],
  declineCheckout: ['POST', '/checkouts/:id/decline'],
  expireCheckout: ['POST', '/checkouts/:id/expire'],
  extendCheckout: ['POST', '/checkouts/:id/extend'],
  listCallbacks: ['GET', '/callbacks'],
  getCallback: ['GET', '/callbacks/:id'],
  listAttempts: ['GET', '/callbacks/:id/attempts'],
  resendCallback: ['POST', '/callbacks/:id/resend'],
  resendFailedCallbacks: ['POST', '/callbacks/resend'],
  waitUntilSettled: ['POST', '/callbacks/settled'],
  holdCallback: ['POST', '/callbacks/:id/hold'],
  releaseCallback: ['POST', '/callbacks/:id/release'],
  listEvents: ['GET', '/events'],
  listRequests: ['GET', '/requests'],
  getRequest: ['GET', '/requests/:id'],
  replayRequest: ['POST', '/requests/:id/replay'],
  readLog: ['GET', '/log'],
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
  checkClient: ['POST', '/client/check'],
  getSettings: ['GET', '/settings'],
  changeSettings: ['PATCH', '/settings'],
  reset: ['POST', '/reset'],
  stop: ['POST', '/stop'],
  listMagicValues: ['GET', '/magic'],
  listGateways: ['GET', '/gateways'],
};
