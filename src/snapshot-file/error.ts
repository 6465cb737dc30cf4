import { UserError } from '../host/user-error.ts';

/** Why a payment file is refused as a whole. Pages say it in their language. */
export type StoryFlaw = 'too-large' | 'not-json' | 'not-story' | 'newer-version' | 'too-deep' | 'incomplete';

/** The file cannot be imported as a snapshot. The message is one sentence for the user, with the line. */
export class SnapshotFileError extends UserError {
  override readonly name = 'SnapshotFileError';
  /** The wrong line and what is wrong with it, if the file is wrong in one line. */
  readonly at: { readonly line: number; readonly why: string } | undefined;

  readonly flaw: StoryFlaw | undefined;

  constructor(message: string, at?: { readonly line: number; readonly why: string }, flaw?: StoryFlaw) {
    super(message);
    this.at = at;
    this.flaw = flaw;
  }
}

export function atLine(line: number, why: string): SnapshotFileError {
  const message = `The snapshot cannot be imported: line ${line} ${why}. Nothing was changed.`;
  return new SnapshotFileError(message, { line, why });
}
