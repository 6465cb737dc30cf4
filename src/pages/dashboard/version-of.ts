import { createHash } from 'node:crypto';

/** A short text that differs where the values do. */
export function versionOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
    .slice(0, 16);
}
