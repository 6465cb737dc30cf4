import { UserError } from '../host/user-error.ts';
import { CommandFailed, WrongUsage } from './control-client.ts';

/** The same error with one more sentence, for a command that knows more to do about it. A bug stays as it is. */
export function withAdvice(error: unknown, advice: string): unknown {
  if (!(error instanceof UserError)) return error;
  const Failed = error.exitCode === 2 ? WrongUsage : CommandFailed;
  return new Failed(`${error.message} ${advice}`);
}
