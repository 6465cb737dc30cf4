/** The first members of a report of `compare`. */
export const reportKind = 'gateway-sandbox comparison';
export const reportVersion = 1;

export type Verdict = 'confirmed' | 'contradicted' | 'undecided';

/** How long an endpoint takes: half of the answers up to `p50Ms`, 19 of 20 up to `p95Ms`. */
export interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
}
