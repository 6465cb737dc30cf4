import { UserError } from '../host/user-error.ts';

/** The file is not a snapshot that can be imported. The message is one sentence for the person, with the line. */
export class SnapshotFileError extends UserError {
  override readonly name = 'SnapshotFileError';
}

export function atLine(line: number, why: string): SnapshotFileError {
  return new SnapshotFileError(`The snapshot cannot be imported: line ${line} ${why}. Nothing was changed.`);
}
