import type { SandboxClient } from '../client.ts';
import { gateways, gatewayTokens, otpGateways } from '../gateways/index.ts';
import type { MakeOrder } from './order.ts';
import type { ReadState } from './state.ts';

/** What an audit works with. */
export interface AuditOptions {
  readonly sandbox: SandboxClient;
  readonly makeOrder: MakeOrder;
  /** Undefined: the answers alone are judged. */
  readonly readState: ReadState | undefined;
  /** Where the merchant's handlers are, where it does not call confirm itself; `{invoice}` is filled in. */
  readonly callbackUrl: string | undefined;
  readonly returnUrl: string | undefined;
  readonly amount: string;
  /** For each answer of the merchant. */
  readonly timeoutMs: number;
  /** How long after an answer the state is read where it must not be paid. */
  readonly settleMs: number;
  /** How long after an answer an order may take to be paid. */
  readonly patienceMs: number;
  /** How late a slow callback is. */
  readonly slowMs: number;
}

/** The gateways that call back: what the others say stands in the answer of confirm. */
export const auditedGateways: readonly string[] = gatewayTokens.filter(
  (token) => gateways[token].flow === 'checkout',
);

/** The others, which send neither a callback nor a return. */
export const silentGateways: readonly string[] = otpGateways.map(({ token }) => token);

/** Whether the gateway sends its callback to a `callback_url` of its own (document, Events). */
export function hasCallbackUrl(gateway: string): boolean {
  const definition = Object.values(gateways).find(({ token }) => token === gateway);
  return definition?.flow === 'checkout' && definition.callback.to === 'callback_url';
}
