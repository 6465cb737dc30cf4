import type { RequestRow, TesterFrame, TransactionRow } from '../tester-models.ts';
import type { Snippet } from './page-models.ts';

/** How often something came, with the list of where it did. */
export interface Tally {
  readonly what: string;
  readonly count: number;
  readonly href: string;
}

/** One thing that needs attention. */
export interface AttentionLine {
  readonly kind: 'storage' | 'forged' | 'unaware' | 'retrying' | 'held' | 'refused' | 'warned';
  readonly icon: string;
  readonly title: string;
  readonly text?: string;
  readonly payments?: readonly { readonly invoice: string; readonly href: string; readonly detail: string }[];
  readonly more?: string | undefined;
  readonly tallies?: readonly Tally[];
  readonly link?: { readonly label: string; readonly href: string };
  /** A form without fields. */
  readonly action?: { readonly label: string; readonly path: string } | undefined;
}

/** A call as the overview lists it. */
export type CallRow = RequestRow & { readonly age: string };

export interface OverviewPage extends TesterFrame {
  /** Journal cursor that the page was made at. */
  readonly cursor: string;
  /** Before the first call the page leads with how to connect. */
  readonly isNew: boolean;
  readonly attention: readonly AttentionLine[];
  /** The id of the account whose keys are shown. */
  readonly keysOf: string;
  readonly keysName: string;
  /** The demo account's fixed credentials are public and shown whole; others are masked. */
  readonly areMasked: boolean;
  readonly credentials: readonly { readonly label: string; readonly value: string }[];
  readonly snippets: readonly Snippet[];
  readonly transactions: readonly TransactionRow[];
  readonly calls: readonly CallRow[];
  /** Gateways to make a test payment with; none where the sandbox cannot start the demo shop. */
  readonly shopGateways: readonly string[];
}
