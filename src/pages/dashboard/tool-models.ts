import type { Assumption } from '../../gateways/definition.ts';
import type { TesterFrame } from '../tester-models.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A control of a form with its label, its hint and what is wrong with it. A switch is on when its value is `on`. */
export interface FormField {
  /** The dotted path of the member that it changes. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'area' | 'select' | 'switch';
  readonly value: string;
  readonly choices?: readonly Choice[];
  readonly rows?: number;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly error: string | undefined;
}

/** A page with forms. */
export interface ToolPage extends TesterFrame {
  /** Why the last form was refused; empty when it was not. */
  readonly refusal: string;
  /** What was just done, in words. */
  readonly done: string | undefined;
  /** Journal cursor that the page was made at. */
  readonly cursor: string;
}

export interface FaultsPage extends ToolPage {
  readonly faults: readonly FaultItem[];
  readonly armed: number;
  readonly effects: readonly EffectChoice[];
  readonly matchFields: readonly FormField[];
  readonly countFields: readonly FormField[];
  readonly effectError: string | undefined;
  readonly magic: readonly MagicTable[];
}

export interface FaultItem {
  readonly id: string;
  readonly what: string;
  /** Which calls it is for; empty for every call. */
  readonly match: readonly { readonly name: string; readonly value: string }[];
  readonly isArmed: boolean;
  readonly count: string;
}

/** One kind of effect with the controls that belong to it alone. */
export interface EffectChoice {
  readonly kind: string;
  readonly label: string;
  readonly hint: string;
  readonly isChosen: boolean;
  readonly fields: readonly FormField[];
}

/** One table of magic values: what to send, and what comes of it. */
export interface MagicTable {
  readonly heading: string;
  readonly hint: string;
  readonly rows: readonly {
    readonly value: string;
    readonly gateway: string;
    readonly effect: string;
    /** The effect is a value of the API, not a sentence. */
    readonly isCode: boolean;
  }[];
}

export interface ClockPage extends ToolPage {
  readonly now: string;
  readonly isFrozen: boolean;
  readonly offset: string;
  readonly steps: readonly Choice[];
  readonly advance: FormField;
  readonly freezeAt: FormField;
  readonly due: readonly DueItem[];
  /** How far the next due item is away; undefined without one. */
  readonly jump: string | undefined;
  /** Whether there is a way back to real time. */
  readonly isMoved: boolean;
}

export interface DueItem {
  readonly at: string;
  readonly left: string;
  readonly what: string;
  readonly href: string;
}

export interface SnapshotsPage extends ToolPage {
  readonly snapshots: readonly { readonly name: string; readonly savedAt: string; readonly action: string }[];
  readonly stories: readonly { readonly title: string; readonly exportedAt: string; readonly href: string }[];
  readonly name: FormField;
}

export interface SettingsPage extends ToolPage {
  readonly groups: readonly SettingGroup[];
  /** Assumptions that no setting changes. */
  readonly fixed: readonly (Pick<Assumption, 'id' | 'confidence'> & {
    readonly question: string;
    readonly reason: string;
  })[];
  /** Of so many logged requests are the counts. */
  readonly countedRequests: number;
  readonly changed: number;
}

export interface SettingGroup {
  readonly id: string;
  readonly heading: string;
  readonly rows: readonly SettingRow[];
}

/** An assumption, as a row of the settings page. */
export interface LedgerRow {
  readonly name: string;
  readonly reason: string;
  readonly confidence: string;
}

export interface SettingRow extends LedgerRow {
  readonly title: string;
  readonly action: string;
  /** The error that it lets every client meet. */
  readonly gives: string | undefined;
  /** What public clients do. */
  readonly clients?: string | undefined;
  /** Empty where all profiles have the same default. */
  readonly profiles: readonly { readonly profile: string; readonly value: string }[];
  readonly present: string;
  readonly usual: string;
  readonly isChanged: boolean;
  /** By the form that was just sent. */
  readonly isSet: boolean;
  /** Answers that rested on it; undefined for what is no gap. */
  readonly answers: number | undefined;
  readonly fields: readonly FormField[];
}

export interface AccountPage extends ToolPage {
  readonly id: string;
  readonly name: string;
  readonly accounts: readonly { readonly name: string; readonly href: string; readonly isShown: boolean }[];
  readonly action: string;
  readonly secrets: readonly {
    readonly what: string;
    readonly label: string;
    readonly value: string;
  }[];
  readonly areShown: boolean;
  readonly general: readonly FormField[];
  readonly gateways: readonly {
    readonly token: string;
    readonly name: string;
    readonly fields: readonly FormField[];
  }[];
  readonly whitelist: readonly FormField[];
  readonly ownAddress: string;
  readonly address: FormField;
  readonly verdict: { readonly isLetIn: boolean; readonly text: string } | undefined;
  readonly newName: FormField;
}

export interface SignaturePage extends ToolPage {
  readonly fields: readonly FormField[];
  readonly diagnosis: DiagnosisView | undefined;
}

export interface DiagnosisView {
  readonly verdict: 'matches' | 'differs' | 'computed';
  readonly heading: string;
  readonly mistakes: readonly { readonly name: string; readonly explanation: string }[];
  readonly signedString: string;
  readonly hashed: string;
  readonly given: string | undefined;
  readonly difference: DifferenceView | undefined;
}

/** Where two strings part, for the eye: what they share, then the character that differs, then the rest of each. */
export interface DifferenceView {
  readonly words: string;
  readonly same: string;
  readonly right: Parted;
  readonly built: Parted;
}

export interface Parted {
  readonly mark: string;
  readonly rest: string;
}
