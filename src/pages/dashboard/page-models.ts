import type { CredentialName } from '../../protocol/vocabulary.ts';
import type { CallbackRow, Result, TesterFrame } from '../tester-models.ts';
import type { Choice } from './tool-models.ts';
import type { WrongField } from './wrong-fields.ts';

/** A filter in a list's form: a choice or a text. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Undefined for a text. */
  readonly choices: readonly Choice[] | undefined;
  /** The most-used filter. Each choice is a link. */
  readonly isMain?: boolean;
}

export interface Pill {
  readonly kind: string;
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
  /** How many rows it shows. With a plus if only the newest ones were counted. Empty for none. */
  readonly count: string;
}

export interface Link {
  readonly label: string;
  readonly href: string;
  /** A download. */
  readonly isFile: boolean;
}

/** A list, newest first, filtered by the URL. */
export interface FilteredList<Row> extends TesterFrame {
  readonly rows: readonly Row[];
  /** The choices of the main filter as links. The first one shows all rows. */
  readonly pills: readonly Pill[];
  readonly mainFilter: FilterField | undefined;
  readonly filters: readonly FilterField[];
  readonly isFiltered: boolean;
  /** The ID of the newest row on the first page. Empty on older pages, which do not update. */
  readonly newest: string;
  /** The event log cursor at the time of rendering. */
  readonly cursor: string;
  readonly olderHref: string | undefined;
  /** One page searches only so far, so there may be more matches further down. */
  readonly isCut: boolean;
  /** Link from an older page to the first one. */
  readonly newestHref: string | undefined;
  readonly exports: readonly Link[];
  /** Only this many are kept. Null if all are. */
  readonly kept: number | null;
}

/** A name and its value as text. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly href?: string | undefined;
}

export interface Snippet {
  readonly id: string;
  readonly name: string;
  readonly text: string | readonly Piece[];
}

/** A part of a text to copy. A masked key has its name in `key`, so that the browser copies the key itself. */
export interface Piece {
  readonly text: string;
  readonly key?: CredentialName | undefined;
}

/** One step in a timeline or a decision trace. */
export interface Step {
  readonly at: string | undefined;
  readonly title: string;
  readonly detail: string;
  readonly href: string | undefined;
  /** Whether it succeeded. Undefined if that does not apply. */
  readonly ok: boolean | undefined;
}

/** A field of a call. A missing field has no value. */
export interface SentField {
  readonly name: string;
  readonly value: string | undefined;
  /** Why the field was refused. */
  readonly why: string | undefined;
}

export interface RequestPage extends TesterFrame {
  readonly id: string;
  readonly heading: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly transactionHref: string | undefined;
  /** The hosted page from confirm's answer. */
  readonly checkoutHref: string | undefined;
  readonly facts: readonly Fact[];
  /** As sent, followed by the missing fields that the answer names. */
  readonly fields: readonly SentField[];
  readonly wrong: readonly WrongField[];
  /** How many checks passed, as text. */
  readonly passed: string;
  readonly trace: readonly Step[];
  /** How to fix the refusal. */
  readonly advice:
    | { readonly text: string; readonly href: string | undefined; readonly link: string }
    | undefined;
  readonly lint: readonly string[];
  readonly assumptions: readonly { readonly name: string; readonly href: string; readonly reason: string }[];
  readonly headers: string;
  readonly body: string;
  readonly answer: string;
  /** The response did not reach the app. */
  readonly isLost: boolean;
  readonly curl: string;
  readonly exports: readonly Link[];
  readonly replay: ReplayForm;
  /** "Send a call" with its fields, and valid values for the wrong ones. */
  readonly fixHref: string | undefined;
}

export interface ReplayForm {
  readonly action: string;
  /** An unused invoice number. Undefined if the request has none. */
  readonly invoiceNo: string | undefined;
  readonly error: string | undefined;
}

export interface AttemptView {
  readonly number: number;
  readonly at: string;
  readonly outcome: string;
  /** Under way, right, wrong, or proving nothing. */
  readonly state: 'pending' | 'ok' | 'failed' | 'unproven';
  readonly duration: string;
  readonly isGenuine: boolean;
  readonly request: string;
  readonly answerHead: string | undefined;
  readonly answerBody: string | undefined;
  readonly error: string | undefined;
}

/** The submitted values of a callback's form, and its errors. */
export interface FormState {
  /** The refused form. Empty for none. */
  readonly form: string;
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
}

export interface CallbackPage extends TesterFrame {
  readonly id: string;
  readonly status: string;
  readonly result: Result;
  readonly facts: readonly Fact[];
  /** The event log cursor at the time of rendering. */
  readonly cursor: string;
  readonly signedString: string;
  readonly body: string | undefined;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** The newest ones, or those before the number in the URL. Oldest first. */
  readonly attempts: readonly AttemptView[];
  readonly attemptsTotal: number;
  readonly olderHref: string | undefined;
  readonly newestHref: string | undefined;
  readonly tamperings: readonly Choice[];
  readonly form: FormState;
}

export interface CallbacksPage extends FilteredList<CallbackRow> {
  readonly retryChoices: readonly Choice[];
  /** What the form for failed callbacks did. */
  readonly done: string | undefined;
}
