import { SandboxError } from './sandbox-error.ts';

/** An error that names the wrong argument, for JavaScript callers who pass what the types forbid. */
export function wrongArgument(name: string, expected: string, value: unknown): SandboxError {
  return new SandboxError(0, 'INVALID_REQUEST', `${name} must be ${expected}, not ${shown(value)}.`);
}

/** Checks that an argument or member is an options object. Throws `SandboxError`. */
export function objectGiven<Value extends object>(name: string, value: Value): Value {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongArgument(name, 'an object', value);
  return value;
}

/** Checks that an argument is a string. Throws `SandboxError`. */
export function textGiven(name: string, value: string): string {
  if (typeof value !== 'string') throw wrongArgument(name, 'a string', value);
  return value;
}

/** Describes a value for an error message. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'object') return 'an object';
  return typeof value === 'function' ? 'a function' : `the ${typeof value} ${String(value).slice(0, 100)}`;
}
