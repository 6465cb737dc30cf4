import { UserError } from '../host/user-error.ts';

/** The file cannot be imported as a snapshot. The message is one sentence for the user, with the line. */
export class SnapshotFileError extends UserError {
  override readonly name = 'SnapshotFileError';
}

export function atLine(line: number, why: string): SnapshotFileError {
  return new SnapshotFileError(`The snapshot cannot be imported: line ${line} ${why}. Nothing was changed.`);
}
