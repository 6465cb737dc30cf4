import { UserError } from './user-error.ts';

/** The current folder. Throws `UserError` when it was deleted: a shell stays in a folder that was removed, and so does what it starts. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new UserError('The current folder was deleted. Change to another one and try again.', {
      cause,
    });
  }
}
