import type { GatewayToken } from '../gateways/gateway.ts';
import type { ErrorCode } from '../protocol/errors.ts';

/** What a request meets instead of, or beside, its usual answer. */
export type Effect =
  /** A documented error in its real envelope; nothing is carried out. */
  | { readonly code: ErrorCode }
  /** Any HTTP status with a body that is not the service's own; nothing is carried out. */
  | { readonly http_status: number; readonly body: 'json' | 'html' | 'empty' }
  /** The request is carried out, and its answer comes late. Milliseconds of real time. */
  | { readonly delayMs: number }
  /** No answer ever comes. With `after` the request is carried out first. */
  | { readonly hang: true; readonly after: boolean }
  /** The connection is reset. With `after` the request is carried out first. */
  | { readonly reset: true; readonly after: boolean };

/** Which requests a fault is for; an absent member matches all. */
export interface FaultMatch {
  readonly account?: string | undefined;
  readonly gateway?: GatewayToken | undefined;
  readonly action?: 'verify' | 'confirm' | undefined;
  readonly invoice_no?: string | undefined;
  readonly mobile_number?: string | undefined;
}
