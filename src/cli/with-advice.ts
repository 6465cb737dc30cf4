import { UserError } from '../host/user-error.ts';
import { CommandFailed, WrongUsage } from './control-client.ts';

/** Adds advice to an error's message. Internal errors stay unchanged. */
export function withAdvice(error: unknown, advice: string): unknown {
  if (!(error instanceof UserError)) return error;
  const Failed = error.exitCode === 2 ? WrongUsage : CommandFailed;
  return new Failed(`${error.message} ${advice}`);
}
