import type { RequestRow, TesterFrame, TransactionRow } from '../tester-models.ts';
import type { Piece, Snippet } from './page-models.ts';

/** A count, with a link to the list of what was counted. */
export interface Tally {
  readonly what: string;
  readonly count: number;
  readonly href: string;
}

/** One thing that needs attention. */
export interface AttentionLine {
  readonly kind: 'storage' | 'forged' | 'unaware' | 'unanswered' | 'retrying' | 'held' | 'refused' | 'warned';
  readonly icon: string;
  readonly title: string;
  readonly text?: string;
  readonly payments?: readonly { readonly invoice: string; readonly href: string; readonly detail: string }[];
  readonly more?: string | undefined;
  readonly tallies?: readonly Tally[];
  readonly link?: { readonly label: string; readonly href: string };
  /** A form with a button but no fields. */
  readonly action?: { readonly label: string; readonly path: string } | undefined;
}

/** A call in the overview's list. */
export type CallRow = RequestRow & { readonly age: string };

export interface OverviewPage extends TesterFrame {
  /** The event log cursor at the time of rendering. */
  readonly cursor: string;
  /** Before the first call, the page starts with how to connect. */
  readonly isNew: boolean;
  readonly attention: readonly AttentionLine[];
  /** The ID of the account whose keys are shown. */
  readonly keysOf: string;
  readonly keysName: string;
  /** Only the demo account's well-known credentials are shown in full. Others are masked. */
  readonly areMasked: boolean;
  readonly credentials: readonly { readonly label: string; readonly value: Piece }[];
  readonly snippets: readonly Snippet[];
  readonly transactions: readonly TransactionRow[];
  readonly calls: readonly CallRow[];
  /** Gateways for a test payment. Empty if the sandbox cannot start the demo shop. */
  readonly shopGateways: readonly string[];
}
