export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly chosen: boolean;
}

/** A field of the tester: what was typed, and what the settings say where nothing is. */
export interface Typed {
  readonly typed: string;
  readonly otherwise: string;
}

/** A combination of the fields below, by one click. */
export interface Preset extends Choice {
  /** What it fills in, as a query string. */
  readonly sets: string;
}

/** The tester tools: everything that can happen to this session. */
export interface TesterTools {
  /** A preview was asked for. */
  readonly isOpen: boolean;
  /** What is chosen is none of the presets. */
  readonly isAdvanced: boolean;
  readonly presets: readonly Preset[];
  readonly orders: readonly Choice[];
  readonly reasons: readonly Choice[];
  readonly delay: Typed;
  readonly copies: Typed;
  readonly holds: readonly Choice[];
  readonly tamperings: readonly Choice[];
  /** Which ending the preview is of. */
  readonly outcomes: readonly Choice[];
  /** Undefined while a choice is wrong, and where none was asked for. */
  readonly preview: Preview | undefined;
  readonly inboxHref: string;
  readonly dashboardHref: string;
}

/** What the merchant will receive, byte for byte, and when. */
export interface Preview {
  /** Undefined when no callback is owed. */
  readonly callback: PreviewedCallback | undefined;
  readonly return: PreviewedReturn;
  readonly returnComesFirst: boolean;
}

/** When something happens, in the page's language. */
export interface PreviewedTime {
  readonly when: string;
  /** A duration that completes it, such as `5 s`. */
  readonly after: string | undefined;
}

export interface Signed {
  readonly signedString: string;
  /** Empty where the forgery is that there is none. */
  readonly hashed: string;
}

export interface PreviewedCallback extends PreviewedTime, Signed {
  readonly copies: number;
  readonly isForged: boolean;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** JSON, for POST. */
  readonly body: string | null;
}

export interface PreviewedReturn extends PreviewedTime {
  /** Undefined when the browser never goes back. */
  readonly url: string | undefined;
  /** Undefined when it goes back without a message. */
  readonly signed: Signed | undefined;
}
