import type { CallbackRow, Result, TesterFrame } from '../tester-models.ts';
import type { Choice } from './tool-models.ts';
import type { WrongField } from './wrong-fields.ts';

/** A filter of a list as its form shows it: a choice, or a text to type. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Absent for a text. */
  readonly choices: readonly Choice[] | undefined;
  /** The filter that people use most: each choice is a link of its own. */
  readonly isMain?: boolean;
}

export interface Pill {
  readonly kind: string;
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

export interface Link {
  readonly label: string;
  readonly href: string;
  /** A file to keep. */
  readonly isFile: boolean;
}

/** One list, newest first, filtered by what stands in its address. */
export interface FilteredList<Row> extends TesterFrame {
  readonly rows: readonly Row[];
  /** The choices of the main filter, each with its rows; the first one is all. */
  readonly pills: readonly Pill[];
  readonly mainFilter: FilterField | undefined;
  readonly filters: readonly FilterField[];
  readonly isFiltered: boolean;
  /** Id of the newest row of the first page, and '' on older pages, which stay as they are. */
  readonly newest: string;
  /** Journal cursor that the page was made at. */
  readonly cursor: string;
  readonly olderHref: string | undefined;
  /** There may be more matches further down than one page looks. */
  readonly isCut: boolean;
  /** From an older page back to the first one. */
  readonly newestHref: string | undefined;
  readonly exports: readonly Link[];
  /** So many of the newest are kept; null where all are. */
  readonly kept: number | null;
}

/** A fact of a record: a name, and its value as text. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly href?: string | undefined;
}

export interface Snippet {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** One thing that happened, in a timeline or a decision trace. */
export interface Step {
  readonly at: string | undefined;
  readonly title: string;
  readonly detail: string;
  readonly href: string | undefined;
  /** Whether it went well; undefined where that is no question. */
  readonly ok: boolean | undefined;
}

/** A field of a call; one that is missing has no value. */
export interface SentField {
  readonly name: string;
  readonly value: string | undefined;
  /** What is wrong with it. */
  readonly why: string | undefined;
}

export interface RequestPage extends TesterFrame {
  readonly id: string;
  readonly heading: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly transactionHref: string | undefined;
  /** The hosted page that a confirm answered with. */
  readonly checkoutHref: string | undefined;
  readonly facts: readonly Fact[];
  /** As sent, then those that the answer misses. */
  readonly fields: readonly SentField[];
  readonly wrong: readonly WrongField[];
  /** How many checks passed, in words. */
  readonly passed: string;
  readonly trace: readonly Step[];
  /** What to do about the refusal. */
  readonly advice:
    | { readonly text: string; readonly href: string | undefined; readonly link: string }
    | undefined;
  readonly lint: readonly string[];
  readonly assumptions: readonly { readonly name: string; readonly reason: string }[];
  readonly headers: string;
  readonly body: string;
  readonly answer: string;
  readonly curl: string;
  readonly exports: readonly Link[];
  readonly replay: ReplayForm;
}

export interface ReplayForm {
  readonly action: string;
  /** A fresh invoice number; undefined where the request has none. */
  readonly invoiceNo: string | undefined;
  readonly error: string | undefined;
}

export interface AttemptView {
  readonly number: number;
  readonly at: string;
  readonly outcome: string;
  readonly ok: boolean | undefined;
  readonly duration: string;
  readonly isGenuine: boolean;
  readonly request: string;
  readonly answerHead: string | undefined;
  readonly answerBody: string | undefined;
  readonly error: string | undefined;
}

/** What is typed in one of the callback's forms, and why it was refused. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
}

export interface CallbackPage extends TesterFrame {
  readonly id: string;
  readonly status: string;
  readonly result: Result;
  readonly facts: readonly Fact[];
  /** Journal cursor that the page was made at. */
  readonly cursor: string;
  readonly signedString: string;
  readonly body: string | undefined;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** The newest, or those before the number in the address, in the order they were sent. */
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
