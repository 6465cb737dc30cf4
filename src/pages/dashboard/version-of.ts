import { createHash } from 'node:crypto';

/** A short hash that differs if the values do. */
export function versionOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
    .slice(0, 16);
}
