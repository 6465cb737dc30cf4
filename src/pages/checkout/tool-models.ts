export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly chosen: boolean;
}

/** A text field of the tester tools: its value, and the default from the settings as its placeholder. */
export interface Typed {
  readonly typed: string;
  readonly otherwise: string;
}

/** A combination of field values, chosen with one click. */
export interface Preset extends Choice {
  /** The field values as a query string. */
  readonly sets: string;
}

/** The tester tools as a page shows them. */
export interface ToolDock {
  /** The HTML of everything but the links, which differ for each payment. */
  readonly panel: string;
  readonly inboxHref: string;
  readonly dashboardHref: string;
}

/** The tester tools: everything a tester can do with this session. */
export interface TesterTools {
  /** A preview was requested. */
  readonly isOpen: boolean;
  /** The choices match none of the presets. */
  readonly isAdvanced: boolean;
  readonly presets: readonly Preset[];
  readonly orders: readonly Choice[];
  readonly reasons: readonly Choice[];
  readonly delay: Typed;
  readonly copies: Typed;
  readonly holds: readonly Choice[];
  readonly tamperings: readonly Choice[];
  /** The outcome that the preview shows. */
  readonly outcomes: readonly Choice[];
  /** Undefined if a choice is invalid or no preview was requested. */
  readonly preview: Preview | undefined;
}

/** What the merchant will receive, byte for byte, and when. */
export interface Preview {
  /** Undefined if the gateway sends no callback. */
  readonly callback: PreviewedCallback | undefined;
  readonly return: PreviewedReturn;
  readonly returnComesFirst: boolean;
}

/** When something happens, in the page's language. */
export interface PreviewedTime {
  readonly when: string;
  /** A duration for the text, such as `5 s`. */
  readonly after: string | undefined;
}

export interface Signed {
  readonly signedString: string;
  /** Empty if the forgery is a missing hash. */
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
  /** Undefined if the browser never returns. */
  readonly url: string | undefined;
  /** Undefined if the return carries no message. */
  readonly signed: Signed | undefined;
}
