import type { VerdictKind } from '../../journal/verdict.ts';
import type { Mode } from '../../protocol/vocabulary.ts';
import type { TransactionStatus } from '../../store/statuses.ts';
import type { Result, TesterFrame } from '../tester-models.ts';
import type { Fact, Link, Step } from './page-models.ts';
import type { Choice } from './tool-models.ts';

/** A form with a button but no fields. */
export interface ActionButton {
  readonly label: string;
  readonly path: string;
}

/** A field of a forged callback next to the one that the gateway signed. */
export interface ProofRow {
  readonly name: string;
  readonly signed: string;
  readonly received: string;
}

export interface VerdictBox {
  readonly kind: VerdictKind;
  readonly sentence: string;
  /** What it means and what to do. Empty if there is nothing to do. */
  readonly advice: string;
  readonly actions: readonly ActionButton[];
  /** Where to send a variant of the callback. Undefined without a callback. */
  readonly variantPath: string | undefined;
  readonly variants: readonly Choice[];
  readonly callbackHref: string | undefined;
  readonly doctorHref: string | undefined;
  readonly proof: { readonly rows: readonly ProofRow[]; readonly rest: string } | undefined;
}

export interface PaymentCallback {
  readonly id: string;
  readonly href: string;
  readonly title: string;
  readonly result: Result;
  readonly attempts: string;
  readonly outcome: string;
  readonly action: ActionButton | undefined;
}

export interface TransactionPage extends TesterFrame {
  readonly id: string;
  readonly invoice: string;
  readonly status: TransactionStatus;
  readonly mode: Mode;
  readonly amount: string;
  readonly currency: string;
  /** Method, gateway, number. */
  readonly about: readonly string[];
  readonly at: string;
  readonly age: string;
  readonly verdict: VerdictBox;
  readonly facts: readonly Fact[];
  readonly timeline: readonly Step[];
  /** Whether its first events have been deleted. */
  readonly lacksBeginning: boolean;
  /** The event log cursor at the time of rendering. */
  readonly cursor: string;
  readonly callbacks: readonly PaymentCallback[];
  readonly exports: readonly Link[];
  /** The hosted page, while it is open. */
  readonly checkoutHref: string | undefined;
}
