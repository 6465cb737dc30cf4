import type { AssumptionName } from '../settings/fixed-assumptions.ts';
import type { Reply } from './reply.ts';

/** One call of a probe, as data. */
export interface Step {
  readonly path: string;
  /** POST by default. */
  readonly method?: 'GET';
  /**
   * Placeholders in a value: `{invoice}` is a new number, the same throughout the probe, `{new_invoice}` a new
   * one in each step. `{mobile}` is the number of `--mobile-number`, `{short_mobile}` the same without its
   * leading zero, `{process_id}` the process of the last verify.
   */
  readonly fields: Readonly<Record<string, string>>;
  /** Encoding of the fields (default: form). */
  readonly sentAs?: 'json' | 'query';
  readonly keys?: 'wrong';
  /** Sent without a pause, because the time since the previous step is what is measured. */
  readonly isPrompt?: true;
}

/** What a probe reveals about one assumption. */
export interface Reading {
  readonly about: AssumptionName;
  /** The setting to change if the services differ (default: `about`). */
  readonly setting?: string;
  /**
   * What the service does, in words. Equal text means equal behavior. Undefined if the replies do not show it:
   * a refusal shows something only beside a call of the same kind that is accepted (see `given`).
   */
  readonly fact: (replies: readonly Reply[]) => string | undefined;
  /**
   * Whether these replies show what the assumption says. Without it, every fact does. Replies that do not can
   * contradict it, but not confirm it, even if the sandbox gives the same.
   */
  readonly shows?: (replies: readonly Reply[]) => boolean;
  /** The member of the setting's value that the probe shows, such as the gateway. The others stay unknown. */
  readonly part?: string;
  /** The setting's values that could explain the replies. Each is tried. */
  readonly values?: (replies: readonly Reply[]) => readonly unknown[];
}

/** A few calls that move no money, and what they reveal. */
export interface Probe {
  readonly id: string;
  /** Tells the user what the probe does before it is sent. */
  readonly does: string;
  /** `mobile`: sends codes to the number of `--mobile-number`. `lock`: may also lock it for a while. */
  readonly needs?: 'mobile' | 'lock';
  readonly steps: readonly Step[];
  readonly readings: readonly Reading[];
}
