import type { Frame } from './page-models.ts';

/** The tester's side: inbox and dashboard. */
export interface TesterFrame extends Frame {
  readonly section: 'overview' | 'inbox' | 'transactions' | 'requests' | 'callbacks';
  readonly baseUrl: string;
  /** State that changes how the sandbox answers: maintenance mode, a moved clock. Shown on every page. */
  readonly banners: readonly string[];
}

export type OtpState = 'active' | 'used' | 'expired' | 'superseded' | 'locked';

export interface OtpCard {
  readonly id: string;
  readonly code: string;
  readonly mobileNumber: string;
  readonly gateway: string;
  readonly mode: 'live' | 'test';
  readonly amount: string;
  readonly state: OtpState;
  readonly wrongTries: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly secondsLeft: number;
  readonly message: { readonly ar: string; readonly en: string };
  readonly transactionHref: string | undefined;
  /** The confirm call as a curl with placeholders for the keys. */
  readonly confirmCurl?: string | undefined;
}

export interface InboxPage extends TesterFrame {
  readonly search: string;
  /** The number when this is one number's page. */
  readonly number: string | undefined;
  readonly otps: readonly OtpCard[];
  /** Journal cursor that the page was made at: the stream goes on from here, so nothing is missed or doubled. */
  readonly cursor: string;
  /** A curl that makes a code appear, for the empty page. */
  readonly sampleCurl: string;
}

export interface Secret {
  readonly label: string;
  readonly value: string;
}

export interface TransactionRow {
  readonly id: string;
  readonly href: string;
  readonly invoice: string;
  readonly gateway: string;
  readonly mode: 'live' | 'test';
  readonly amount: string;
  readonly currency: string;
  readonly status: 'started' | 'completed' | 'canceled' | 'declined' | 'expired';
  readonly at: string;
}

export interface RequestRow {
  readonly id: string;
  readonly href: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly durationMs: number;
}

export interface CallbackRow {
  readonly id: string;
  readonly href: string;
  readonly transactionId: string;
  readonly gateway: string;
  readonly method: string;
  readonly url: string;
  readonly status: 'pending' | 'delivered' | 'exhausted' | 'held' | 'dropped';
  readonly attempts: number;
  /** The last attempt's answer or error in words. */
  readonly lastOutcome: string;
  readonly nextAttemptAt: string | undefined;
}

export interface OverviewPage extends TesterFrame {
  readonly accountName: string;
  /** Masked: the demo account's fixed credentials are public and shown whole. */
  readonly credentials: readonly Secret[];
  readonly dotenv: string;
  readonly sampleCurl: string;
  readonly transactions: readonly TransactionRow[];
  readonly requests: readonly RequestRow[];
  readonly callbacks: readonly CallbackRow[];
}

/** One list of the dashboard, newest first, with a link to older rows. */
export interface ListPage<Row> extends TesterFrame {
  readonly rows: readonly Row[];
  readonly olderHref: string | undefined;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** `bdi` text that stays left to right: numbers, URLs, hashes, bytes. */
  readonly code: boolean;
}

export interface DetailSection {
  readonly heading: string;
  readonly facts: readonly Fact[];
  /** Preformatted text: raw bytes, JSON. */
  readonly raw: string | undefined;
  readonly rows: readonly {
    readonly at: string;
    readonly title: string;
    readonly detail: string;
    readonly ok: boolean | undefined;
  }[];
}

/** One record: a transaction with its timeline, a request with its decision trace, a callback with its attempts. */
export interface DetailPage extends TesterFrame {
  readonly heading: string;
  readonly status: string;
  readonly sections: readonly DetailSection[];
  /** Buttons that post to a fixed address of ours. */
  readonly actions: readonly { readonly label: string; readonly action: string }[];
}
