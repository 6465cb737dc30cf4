import type { TesterFrame } from '../tester-models.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** The heading of the choices that it belongs to. */
  readonly group?: string;
}

/** A form field with its label, hint and error. An on/off field is on if its value is `on`. */
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

export interface ToolPage extends TesterFrame {
  /** Why the last form was refused. Empty if it was not. */
  readonly refusal: string;
  /** What was just done, in words. */
  readonly done: string | undefined;
  /** The event log cursor at the time of rendering. */
  readonly cursor: string;
}

export interface ClockPage extends ToolPage {
  readonly now: string;
  readonly isFrozen: boolean;
  readonly offset: string;
  readonly steps: readonly Choice[];
  readonly advance: FormField;
  readonly freezeAt: FormField;
  readonly due: readonly DueItem[];
  /** Whether something is due later. */
  readonly canJump: boolean;
  /** The button that led here. It gets the focus, for the next press. */
  readonly pressed: string | undefined;
  /** Whether the clock can be set back to real time. */
  readonly isMoved: boolean;
}

export interface DueItem {
  readonly at: string;
  readonly left: string;
  readonly what: string;
  readonly href: string;
  /** The account, if the page shows several. */
  readonly account: string | undefined;
}

export interface SnapshotsPage extends ToolPage {
  readonly snapshots: readonly { readonly name: string; readonly savedAt: string; readonly action: string }[];
  readonly stories: readonly { readonly title: string; readonly exportedAt: string; readonly href: string }[];
  readonly name: FormField;
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
  readonly versions: { readonly account: string; readonly whitelist: string; readonly brand: string };
  readonly general: readonly FormField[];
  readonly gateways: readonly {
    readonly token: string;
    readonly name: string;
    readonly fields: readonly FormField[];
  }[];
  readonly brand: readonly FormField[];
  readonly hasLogo: boolean;
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

/** Two strings at their first difference: the common part, the differing character, and the rest of each. */
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
