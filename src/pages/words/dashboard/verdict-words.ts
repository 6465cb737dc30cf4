import type { VerdictKind } from '../../../journal/verdict.ts';
import type { VerdictSentences } from '../../../journal/verdict-words.ts';
import type { AttemptSummary } from '../../../store/attempts.ts';

/** How a payment stands, in the words of the pages. */
export interface VerdictWords {
  /** In a list and as the name of a filter. */
  readonly labels: Readonly<Record<VerdictKind, string>>;
  /** Behind the label in a list; empty where the label says all. */
  readonly details: Readonly<Record<VerdictKind, (last: AttemptSummary | undefined) => string>>;
  /** The head of the payment's page. */
  readonly sentences: VerdictSentences;
  /** What it means, and what to do; none where nothing has to be done. */
  readonly advice: Readonly<Partial<Record<VerdictKind, string>>>;
}
