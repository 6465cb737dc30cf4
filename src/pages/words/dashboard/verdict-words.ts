import type { VerdictKind } from '../../../journal/verdict.ts';
import type { VerdictSentences } from '../../../journal/verdict-words.ts';
import type { Forgery, truthfulTampering } from '../../../settings/delivery.ts';
import type { AttemptSummary } from '../../../store/attempts.ts';

/** The texts for a payment's verdict. */
export interface VerdictWords {
  /** In lists, and as the name of a filter. */
  readonly labels: Readonly<Record<VerdictKind, string>>;
  /** After the label in a list. Empty if the label is enough. */
  readonly details: Readonly<Record<VerdictKind, (last: AttemptSummary | undefined) => string>>;
  /** The header of the payment's page. */
  readonly sentences: VerdictSentences;
  /** What it means and what to do. Absent if there is nothing to do. */
  readonly advice: Readonly<Partial<Record<Exclude<VerdictKind, 'forged'>, string>>>;
  /** The same for an accepted forgery: what was wrong with it, and what the app must check. */
  readonly forgedAdvice: Readonly<Record<Exclude<Forgery, typeof truthfulTampering>, string>>;
}
