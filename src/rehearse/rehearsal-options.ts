import type { AuditOptions } from '../audit/audit-options.ts';
import type { Weather } from '../settings/weather.ts';

/** Everything that a rehearsal needs. */
export interface RehearsalOptions extends AuditOptions {
  /** Their tokens. */
  readonly gateways: readonly string[];
  /** Customers per second. */
  readonly rate: number;
  /** Customers who are there at the same time. The next one waits outside. */
  readonly mostAtOnce: number;
  /** How long new customers come. */
  readonly durationMs: number;
  /** Whether they come in bursts instead of evenly. */
  readonly isBursty: boolean;
  readonly seed: number;
  /** Of the sandbox. */
  readonly weather: Weather;
  /** How long an order may take to become paid after its last message. */
  readonly lateMs: number;
  /** Whether messages may go to this address. */
  readonly mayReach: (url: string) => boolean;
  /** Ends the day early: no new customers, and messages that are still to come arrive at once. */
  readonly closing: AbortSignal;
}
