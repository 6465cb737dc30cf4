/** The clock that every expiry, limit window and retry time reads. Milliseconds since 1970, UTC. */
export interface Clock {
  now(): number;
}

/** ISO 8601 of a time of the clock. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
