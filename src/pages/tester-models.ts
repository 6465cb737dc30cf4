import type { VerdictKind } from '../journal/verdict.ts';
import type { OtpStatus, TransactionStatus } from '../store/schema.ts';
import type { CallbackStatus } from '../store/schema-records.ts';
import type { Frame } from './page-models.ts';

export type Section =
  | 'overview'
  | 'inbox'
  | 'transactions'
  | 'requests'
  | 'callbacks'
  | 'account'
  | 'send'
  | 'compatibility'
  | 'signature'
  | 'faults'
  | 'clock'
  | 'settings'
  | 'snapshots';

export interface Banner {
  readonly text: string;
  /** The page that undoes it. */
  readonly href: string;
  readonly way: string;
}

/** The tester's side: inbox and dashboard. */
export interface TesterFrame extends Frame {
  /** Marked in the navigation. */
  readonly section: Section | 'help' | 'not-found';
  readonly baseUrl: string;
  /** State that changes how the sandbox answers: maintenance mode, a moved clock. Shown on every page. */
  readonly banners: readonly Banner[];
}

/** What a tester reads where there is no page or record. */
export interface NotFoundPage extends TesterFrame {
  readonly heading: string;
  readonly text: string;
}

export interface OtpCard {
  readonly id: string;
  readonly code: string;
  readonly mobileNumber: string;
  readonly gateway: string;
  readonly mode: 'live' | 'test';
  readonly amount: string;
  readonly state: OtpStatus;
  readonly wrongTries: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly secondsLeft: number;
  readonly message: { readonly ar: string; readonly en: string };
  readonly transactionHref: string | undefined;
  /** The page that asks for the code, where it belongs to a checkout. */
  readonly checkoutHref?: string | undefined;
  /** The wallets' confirm call as a curl. */
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

/** How a payment stands, in one line. */
export interface VerdictView {
  readonly kind: VerdictKind;
  readonly text: string;
}

export interface TransactionRow {
  readonly id: string;
  readonly href: string;
  readonly invoice: string;
  readonly gateway: string;
  readonly mode: 'live' | 'test';
  readonly amount: string;
  readonly currency: string;
  readonly status: TransactionStatus;
  readonly verdict: VerdictView;
  readonly at: string;
}

export interface RequestRow {
  readonly id: string;
  readonly href: string;
  readonly at: string;
  readonly method: string;
  /** From the endpoint's name on, where the path begins as all endpoints do. */
  readonly path: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly durationMs: number;
  readonly fault?: string | undefined;
  /** Why it is kept apart from the log. */
  readonly note?: string | undefined;
  /** Why it was refused. */
  readonly reason?: string | undefined;
}

export interface CallbackRow {
  readonly id: string;
  readonly href: string;
  readonly transactionId: string;
  readonly gateway: string;
  readonly method: string;
  readonly url: string;
  readonly status: CallbackStatus;
  /** What a forged one has wrong with it. */
  readonly tampered?: string | undefined;
  readonly attempts: number;
  /** The last attempt's answer or error in words. */
  readonly lastOutcome: string;
  readonly nextAttemptAt: string | undefined;
}
