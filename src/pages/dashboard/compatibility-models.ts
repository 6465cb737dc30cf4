import type { ToolPage } from './tool-models.ts';

/** What a client fails at, and what it needs. */
export interface CompatibilityPage extends ToolPage {
  readonly summary: string;
  /** Whether callbacks are among what fails that were not tried yet. */
  readonly isOpen: boolean;
  readonly isLive: boolean;
  readonly isEmpty: boolean;
  readonly proposals: readonly {
    readonly setting: string;
    readonly evidence: string;
    readonly why: string;
    /** JSON of the change; undefined for what only a start changes. */
    readonly patch: string | undefined;
  }[];
  /** What no setting helps. */
  readonly unsolved: readonly {
    readonly what: string;
    readonly count: number;
    readonly reason: string;
    readonly href: string;
  }[];
  readonly questions: readonly string[];
  /** JSON of all that the client needs. */
  readonly config: string | undefined;
  readonly hasCallbacks: boolean;
  readonly sent: number;
}
