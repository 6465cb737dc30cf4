import type { AssumptionName } from '../settings/fixed-assumptions.ts';
import type { Reply } from './reply.ts';

/** One call of a probe, as data. */
export interface Step {
  readonly path: string;
  /** POST by default. */
  readonly method?: 'GET';
  /**
   * `{invoice}` in a value stands for a new number, the same one in the whole probe; `{mobile}` for the number of `--mobile-number`,
   * `{short_mobile}` for the same without its zero, `{process_id}` for the process of the last verify.
   */
  readonly fields: Readonly<Record<string, string>>;
  /** How the fields are sent; as a form by default. */
  readonly sentAs?: 'json' | 'query';
  readonly keys?: 'wrong';
  /** Follows the step before it without a pause: what is measured is the time between them. */
  readonly isPrompt?: true;
}

/** What one probe learns about one assumption. */
export interface Reading {
  readonly about: AssumptionName;
  /** The setting to change where the services differ; the assumption's own when it is one. */
  readonly setting?: string;
  /** What the service does, in words, or undefined when the replies do not tell. Equal words mean equal behavior. */
  readonly fact: (replies: readonly Reply[]) => string | undefined;
  /** The values of the setting that would explain such replies; each is tried. */
  readonly values?: (replies: readonly Reply[]) => readonly unknown[];
}

/** A few calls that move no money, and what they tell. */
export interface Probe {
  readonly id: string;
  /** For the person who decides whether to send it. */
  readonly does: string;
  /** `mobile`: codes are sent to the number of `--mobile-number`. `lock`: and it may be locked for a while. */
  readonly needs?: 'mobile' | 'lock';
  readonly steps: readonly Step[];
  readonly readings: readonly Reading[];
}
