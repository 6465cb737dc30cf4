import type { Gateway, GatewayToken } from '../gateways/gateway.ts';
import type { Amount } from '../protocol/amount.ts';
import type { AssumptionName } from '../settings/fixed-assumptions.ts';
import type { Account } from '../store/accounts.ts';
import type { Mode } from '../store/columns.ts';

/** A request of the merchant API that passed every check: who asks, for which gateway, and with what. */
export interface MerchantRequest<Kind extends Gateway = Gateway> {
  readonly account: Account;
  readonly mode: Mode;
  readonly gateway: Kind;
  /** The fields of the gateway's table that were sent and are not empty, judged by their rules. */
  readonly fields: ReadonlyMap<string, string>;
  readonly amount: Amount;
  readonly notes: Notes;
}

/** What is written beside an answer in the request log. */
export interface Notes {
  /** What the live service would refuse, or what differs between clients. */
  readonly lint: Set<string>;
  /** Settings and fixed assumptions that the answer rests on. */
  readonly assumptions: Set<AssumptionName>;
  gateway?: GatewayToken;
  transactionId?: number;
  processId?: string;
  /** The fault that fired, by its name. */
  fault?: string;
}

/** A field that the gateway requires: the checks have refused a request without it. */
export function required(request: MerchantRequest, name: string): string {
  const text = request.fields.get(name);
  if (text === undefined) throw new TypeError(`${request.gateway.token} has no required field ${name}`);
  return text;
}
