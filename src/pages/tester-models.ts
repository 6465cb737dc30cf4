import type { VerdictKind } from '../journal/verdict.ts';
import type { OtpStatus, TransactionStatus } from '../store/schema.ts';
import type { CallbackStatus } from '../store/schema-records.ts';
import type { Frame } from './page-models.ts';
import type { Theme } from './reader.ts';
import type { Language } from './words/words.ts';

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

/** State that changes how the sandbox answers: a moved clock, an armed fault. */
export interface Chip {
  readonly icon: string;
  readonly label: string;
  readonly text: string;
  /** A time that belongs to the text. */
  readonly at?: string;
  /** The page that undoes it. */
  readonly href: string;
  readonly way: string;
  readonly isBad: boolean;
  /** Something that runs, and changes no answer. */
  readonly isQuiet?: boolean;
}

/** One account, or all of them, as the switcher leads to it. */
export interface AccountLink {
  readonly name: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

/** The tester's side: inbox and dashboard. */
export interface TesterFrame extends Frame {
  /** Marked in the navigation. */
  readonly section: Section | 'help' | 'search' | 'not-found';
  readonly theme: Theme;
  readonly baseUrl: string;
  /** The language that the button changes to, and the page that it leads back to. */
  readonly otherLanguage: { readonly lang: Language; readonly to: string };
  /** The sandbox's time when the page was made: what is "ago" is counted from it. */
  readonly now: string;
  /** Journal cursor that the chips were made at. */
  readonly since: string;
  /** On every page. */
  readonly chips: readonly Chip[];
  /** The account of the lists, or all. */
  readonly accountName: string;
  /** The first accounts, and the current one; empty where there is nothing to choose. */
  readonly accountLinks: readonly AccountLink[];
  /** `?account=…`, for links that keep the account; empty for all. */
  readonly accountQuery: string;
  readonly account: string;
  /** What was searched for. */
  readonly query: string;
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
  readonly currency: 'LYD' | 'USD';
  /** The text message, in the customer's language. */
  readonly message: { readonly lang: Language; readonly text: string };
  readonly invoice: string | undefined;
  readonly transactionHref: string | undefined;
  /** The page that asks for the code, where it belongs to a checkout. */
  readonly checkoutHref?: string | undefined;
  /** The wallets' confirm call as a curl. */
  readonly confirmCurl?: string | undefined;
}

/** A number with its newest code. */
export interface PhoneNumber {
  readonly number: string;
  readonly code: string;
  readonly amount: string;
  readonly currency: 'LYD' | 'USD';
  readonly at: string;
  /** Of its codes, newest first: a browser remembers up to which it has seen. */
  readonly ids: readonly number[];
}

export interface InboxPage extends TesterFrame {
  readonly search: string;
  /** The number when this is one number's page. */
  readonly number: string | undefined;
  readonly numbers: readonly PhoneNumber[];
  readonly otps: readonly OtpCard[];
  /** Journal cursor that the page was made at: the stream goes on from here, so nothing is missed or doubled. */
  readonly cursor: string;
  /** A curl that makes a code appear, for the empty page. */
  readonly sampleCurl: string;
}

/** How a payment stands: a word or two, and what they rest on. */
export interface VerdictView {
  readonly kind: VerdictKind;
  readonly label: string;
  readonly detail: string;
}

export interface TransactionRow {
  readonly id: string;
  readonly href: string;
  readonly invoice: string;
  /** Whose it is, where the list shows several accounts. */
  readonly account: string | undefined;
  /** What was paid with, or the gateway where nobody has chosen. */
  readonly method: string;
  readonly gateway: string;
  readonly mode: 'live' | 'test';
  readonly amount: string;
  readonly currency: string;
  readonly status: TransactionStatus;
  readonly verdict: VerdictView;
  /** When, and how long ago in words. */
  readonly at: string;
  readonly age: string;
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

/** How a callback stands: the name of a badge or of a verdict, and its words. */
export interface Result {
  readonly kind: string;
  readonly text: string;
  /** Your app took a forged callback for a real one. */
  readonly isAlarm: boolean;
}

export interface CallbackRow {
  readonly id: string;
  readonly href: string;
  readonly transactionId: string;
  /** As it was sent, which a forged one may have changed. */
  readonly invoice: string;
  readonly amount: string;
  readonly currency: string;
  readonly gateway: string;
  readonly method: string;
  readonly url: string;
  readonly status: CallbackStatus;
  readonly result: Result;
  /** What a forged one has wrong with it, in words. */
  readonly tampered?: string | undefined;
  readonly at: string;
  readonly attempts: number;
  /** The last attempt's answer or error in words. */
  readonly lastOutcome: string;
  readonly nextAttemptAt: string | undefined;
}
