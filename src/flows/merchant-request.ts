import type { Gateway, GatewayToken } from '../gateways/gateway.ts';
import type { Amount } from '../protocol/amount.ts';
import type { Mode } from '../protocol/vocabulary.ts';
import type { AssumptionName } from '../settings/fixed-assumptions.ts';
import type { Account } from '../store/accounts.ts';

/** A merchant API request that passed every check. */
export interface MerchantRequest<Kind extends Gateway = Gateway> {
  readonly account: Account;
  readonly mode: Mode;
  readonly gateway: Kind;
  /** The gateway's fields that were sent, nonempty and validated. */
  readonly fields: ReadonlyMap<string, string>;
  readonly amount: Amount;
  readonly notes: Notes;
}

/** What the request log stores along with an answer. */
export interface Notes {
  /** What the live service would refuse, or what differs between clients. */
  readonly lint: Set<string>;
  /** Settings and fixed assumptions that the answer relies on. */
  readonly assumptions: Set<AssumptionName>;
  gateway?: GatewayToken;
  transactionId?: number;
  processId?: string;
  /** The name of the fault that fired. */
  fault?: string;
}

/** A field that the gateway requires. The checks have already refused a request without it. */
export function required(request: MerchantRequest, name: string): string {
  const text = request.fields.get(name);
  if (text === undefined) throw new TypeError(`${request.gateway.token} has no required field ${name}`);
  return text;
}
