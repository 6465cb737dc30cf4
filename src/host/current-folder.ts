import { UserError } from './user-error.ts';

/** The current folder. Throws `UserError` when it was deleted, which shells do not notice. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new UserError('The current folder was deleted. Change to another one and try again.', {
      cause,
    });
  }
}
