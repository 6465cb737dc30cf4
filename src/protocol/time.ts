/** The clock for every expiry, rate limit window and retry. Milliseconds since 1970, UTC. */
export interface Clock {
  now(): number;
}

/** A clock time in ISO 8601. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
