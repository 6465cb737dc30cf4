import type { FormField, ToolPage } from './tool-models.ts';
import type { WeatherView } from './weather-form.ts';

export interface FaultsPage extends ToolPage {
  readonly faults: readonly FaultItem[];
  readonly armed: number;
  readonly effects: readonly EffectChoice[];
  readonly matchFields: readonly FormField[];
  readonly countFields: readonly FormField[];
  readonly effectError: string | undefined;
  readonly magic: readonly MagicTable[];
  readonly weather: WeatherView;
}

export interface FaultItem {
  readonly id: string;
  readonly what: string;
  /** The calls it applies to. Empty for all. */
  readonly match: readonly { readonly name: string; readonly value: string }[];
  readonly isArmed: boolean;
  readonly count: string;
}

/** An effect of a fault, with its own fields. */
export interface EffectChoice {
  readonly kind: string;
  readonly label: string;
  readonly hint: string;
  readonly isChosen: boolean;
  readonly fields: readonly FormField[];
}

/** A table of magic values: what to send, and what happens. */
export interface MagicTable {
  readonly heading: string;
  readonly hint: string;
  readonly rows: readonly {
    readonly value: string;
    readonly gateway: string;
    readonly effect: string;
    /** Whether the effect is an API value rather than a sentence. */
    readonly isCode: boolean;
  }[];
}
