import type { GatewayToken } from '../gateways/gateway.ts';
import type { ErrorCode } from '../protocol/errors.ts';
import type { Action } from '../protocol/vocabulary.ts';

/** The bodies of `http_status`. */
export const faultBodies = ['json', 'html', 'empty'] as const;

/** The usual timeouts of clients, which `past_timeout` outlasts. */
export const clientTimeouts = ['10s', '20s', '30s', '60s'] as const;

/** What a fault does to a request. */
export type Effect =
  /** A documented error in its real envelope. The request is not executed. */
  | { readonly code: ErrorCode }
  /** Any HTTP status, with a body unlike the service's own. The request is not executed. */
  | { readonly http_status: number; readonly body: (typeof faultBodies)[number] }
  /** The request is executed, and its answer is delayed. Milliseconds of real time. */
  | { readonly delayMs: number }
  /** No answer is ever sent. With `after`, the request is executed first. */
  | { readonly hang: true; readonly after: boolean }
  /** The connection is reset. With `after`, the request is executed first. */
  | { readonly reset: true; readonly after: boolean };

/** Which requests a fault applies to. An absent member matches all. */
export interface FaultMatch {
  readonly account?: string | undefined;
  readonly gateway?: GatewayToken | undefined;
  readonly action?: Action | undefined;
  readonly invoice_no?: string | undefined;
  readonly mobile_number?: string | undefined;
}
