import type { ToolPage } from './tool-models.ts';

/** What a client fails at, and the settings that it needs. */
export interface CompatibilityPage extends ToolPage {
  readonly summary: string;
  /** Whether any failure is a callback that has not been tried yet. */
  readonly isOpen: boolean;
  readonly isLive: boolean;
  /** If the page does not include the latest requests: when to load it again. */
  readonly againMs: number | undefined;
  readonly isEmpty: boolean;
  readonly proposals: readonly {
    readonly setting: string;
    readonly evidence: string;
    readonly why: string;
    /** The change as JSON. Undefined if it takes effect only at the next start. */
    readonly patch: string | undefined;
  }[];
  /** Failures that no setting fixes. */
  readonly unsolved: readonly {
    readonly what: string;
    readonly count: number;
    readonly reason: string;
    readonly href: string;
  }[];
  readonly questions: readonly string[];
  /** What was refused and is no failure of the client. */
  readonly notCounted: readonly {
    readonly what: string;
    readonly count: number;
    readonly reason: string;
    readonly why: string;
    readonly href: string;
  }[];
  /** The complete config for the client, as JSON. */
  readonly config: string | undefined;
  readonly hasCallbacks: boolean;
  readonly sent: number;
}
