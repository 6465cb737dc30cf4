import type { SandboxClient } from '../client.ts';
import { gateways, gatewayTokens } from '../gateways/index.ts';
import type { MakeOrder } from './order.ts';
import type { ReadState } from './state.ts';

/** Everything that an audit needs. */
export interface AuditOptions {
  readonly sandbox: SandboxClient;
  /** What the sandbox calls a gateway, by token: in its messages, and in `{gateway}`. */
  readonly nameOf: (token: string) => string;
  readonly makeOrder: MakeOrder;
  /** If undefined, only the answers are judged. */
  readonly readState: ReadState | undefined;
  /** Your app's handlers, if it does not call confirm itself. `{invoice}` is replaced. */
  readonly callbackUrl: string | undefined;
  readonly returnUrl: string | undefined;
  readonly amount: string;
  /** Whether any certificate of your app will do, as for the callbacks of the account. */
  readonly allowSelfSigned: boolean;
  /** Timeout for each answer of your app. */
  readonly timeoutMs: number;
  /** Delay after an answer before checking that an order is still unpaid. */
  readonly settleMs: number;
  /** Maximum time after an answer for an order to become paid. */
  readonly patienceMs: number;
  /** Delay of the slow callback. */
  readonly slowMs: number;
}

/** The tokens of the gateways that send callbacks. The others give their result in confirm's answer. */
export const auditedGateways: readonly string[] = gatewayTokens.filter(
  (token) => gateways[token].flow === 'checkout',
);

/** Whether the gateway sends its callback to a separate `callback_url` (API documentation, Events). */
export function hasCallbackUrl(gateway: string): boolean {
  const definition = Object.values(gateways).find(({ token }) => token === gateway);
  return definition?.flow === 'checkout' && definition.callback.to === 'callback_url';
}
