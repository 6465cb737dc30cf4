import type { MerchantRequest, Notes } from '../flows/merchant-request.ts';
import type { Gateway } from '../gateways/gateway.ts';
import type { Form } from '../protocol/form.ts';
import type { Action, Mode } from '../protocol/vocabulary.ts';
import type { Account } from '../store/accounts.ts';
import type { Effect } from '../store/fault.ts';

export const largestBodyBytes = 64 * 1024;

/** Headers by lower-case name, as in `Headers`. The values of a repeated header are joined by commas. */
export interface HeaderFields extends Iterable<[name: string, value: string]> {
  get(name: string): string | null | undefined;
}

/** A complete merchant API request. */
export interface ApiRequest {
  readonly method: string;
  /** The path as written, without the query. */
  readonly path: string;
  readonly query: string;
  readonly headers: HeaderFields;
  /** The client's address. Behind a trusted proxy, the one that the proxy reports. */
  readonly remoteAddress: string;
  readonly isHttps: boolean;
  /** Undefined when the body is larger than `largestBodyBytes`. */
  readonly body: Uint8Array | undefined;
}

/** What is known about a request so far. Each check that passes adds its part for the next ones. */
export interface RequestContext {
  readonly request: ApiRequest;
  readonly notes: Notes;
  /** The last event before the request. */
  readonly afterEvent: number;
  gateway?: Gateway;
  action?: Action;
  account?: Account;
  mode?: Mode;
  form?: Form;
  fields?: MerchantRequest['fields'];
  amount?: MerchantRequest['amount'];
  /** The effect of a fault that fired, which applies to the answer. */
  effect?: Effect;
}

/** A part that an earlier check has set. */
export function required<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new TypeError('a check ran before the one that it builds on');
  return part;
}
