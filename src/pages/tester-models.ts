import type { VerdictKind } from '../journal/verdict.ts';
import type { Currency, Language, Mode } from '../protocol/vocabulary.ts';
import type { CallbackStatus, OtpStatus, TransactionStatus } from '../store/statuses.ts';
import type { Chip } from './chips.ts';
import type { Frame } from './page-models.ts';
import type { RailCounts } from './rail-counts.ts';
import type { Theme } from './reader.ts';

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

/** An entry of the account switcher: one account, or all of them. */
export interface AccountLink {
  readonly name: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

/** The frame of the inbox and the dashboard. */
export interface TesterFrame extends Frame {
  /** Highlighted in the navigation. */
  readonly section: Section | 'help' | 'search' | 'not-found';
  readonly theme: Theme;
  readonly baseUrl: string;
  /** The language that the button chooses, and the page that it returns to. */
  readonly otherLanguage: { readonly lang: Language; readonly to: string };
  /** The sandbox's time of rendering. Relative times are calculated from it. */
  readonly now: string;
  readonly isFrozen: boolean;
  readonly run: string;
  /** The event log cursor at which the chips were rendered. */
  readonly since: string;
  /** Shown on every page. */
  readonly chips: readonly Chip[];
  readonly railCounts: RailCounts;
  /** The account that the lists are filtered by, or all. */
  readonly accountName: string;
  /** The first accounts and the current one. Empty with only one account. */
  readonly accountLinks: readonly AccountLink[];
  readonly hrefWithoutMissingAccount?: string | undefined;
  /** `?account=…`, for links that keep the account. Empty for all. */
  readonly accountQuery: string;
  readonly account: string;
  /** The page's address, if it answers a form: the browser shows the form's. */
  readonly answersAddress?: string | undefined;
  /** The search text. */
  readonly query: string;
}

export interface OtpCard {
  readonly id: string;
  readonly code: string;
  readonly mobileNumber: string;
  readonly gateway: string;
  readonly mode: Mode;
  readonly amount: string;
  readonly state: OtpStatus;
  readonly wrongTries: number;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Until it expires: in seconds, and as shown. */
  readonly secondsLeft: string;
  readonly timeLeft: string;
  readonly currency: Currency;
  /** The customer's language. */
  readonly lang: Language;
  /** The text message. Only on cards with a bubble. */
  readonly message?: string | undefined;
  readonly invoice: string | undefined;
  readonly transactionHref: string | undefined;
  /** The page that asks for the code, if it belongs to a checkout. */
  readonly checkoutHref?: string | undefined;
  /** The wallet's confirm call as a curl command. */
  readonly confirmCurl?: string | undefined;
  /** On a line in a long list: shows the code as a card with its menu. */
  readonly openHref?: string | undefined;
  /** Whether its menu is open. */
  readonly isOpen?: boolean;
}

/** A number with its newest code. */
export interface PhoneNumber {
  readonly number: string;
  readonly code: string;
  readonly amount: string;
  readonly currency: Currency;
  readonly at: string;
  /** A key for each of its codes, newest first. Browsers remember the ones they have shown. */
  readonly codes: readonly string[];
}

/** What the phone shows in the frame. */
export interface Phone extends Pick<TesterFrame, 'lang' | 'account' | 'accountQuery'> {
  readonly search: string;
  /** The number, on the page of a single number. */
  readonly number: string | undefined;
  readonly numbers: readonly PhoneNumber[];
  readonly otps: readonly OtpCard[];
  /** The event log cursor at rendering. The stream continues from here, with nothing lost or repeated. */
  readonly cursor: string;
  /** A curl command that makes a code appear, for the empty inbox. */
  readonly sampleCurl: string;
}

export interface InboxPage extends TesterFrame, Phone {}

/** A payment's verdict in a word or two, and the reason for it. */
export interface VerdictView {
  readonly kind: VerdictKind;
  readonly label: string;
  readonly detail: string;
}

export interface TransactionRow {
  readonly id: string;
  readonly href: string;
  readonly invoice: string;
  /** The account, if the list shows several. */
  readonly account: string | undefined;
  /** The payment method, or the gateway if none was chosen. */
  readonly method: string;
  readonly gateway: string;
  readonly mode: Mode;
  readonly amount: string;
  readonly currency: string;
  readonly status: TransactionStatus;
  readonly verdict: VerdictView;
  /** The time, and its age in words. */
  readonly at: string;
  readonly age: string;
}

export interface RequestRow {
  readonly id: string;
  readonly href: string;
  readonly at: string;
  readonly method: string;
  /** Shortened to start at the endpoint's name if the path starts like all endpoints. */
  readonly path: string;
  /** The invoice or the mobile number in its fields. Empty without either. */
  readonly about: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly durationMs: number;
  readonly fault?: string | undefined;
  /** Why it is kept separate from the log. */
  readonly note?: string | undefined;
  /** Why it was refused. */
  readonly reason?: string | undefined;
}

/** A callback's state: the name of a badge or verdict, and its text. */
export interface Result {
  readonly kind: string;
  readonly text: string;
  /** Your app accepted a forged callback. */
  readonly isAlarm: boolean;
}

export interface CallbackRow {
  readonly id: string;
  readonly href: string;
  readonly transactionId: string;
  /** As sent. A forgery may have changed it. */
  readonly invoice: string;
  readonly amount: string;
  readonly currency: string;
  readonly gateway: string;
  readonly method: string;
  /** Without its query, which repeats the other columns. */
  readonly url: string;
  readonly path: string;
  readonly status: CallbackStatus;
  readonly result: Result;
  /** What is wrong with a forged one, in words. */
  readonly tampered?: string | undefined;
  readonly at: string;
  readonly attempts: number;
  /** The answer or error of the last attempt, in words. */
  readonly lastOutcome: string;
  readonly nextAttemptAt: string | undefined;
  /** What one click does about it. Undefined if there is nothing to do. */
  readonly action: 'resend' | 'sendNow' | 'release' | undefined;
}
