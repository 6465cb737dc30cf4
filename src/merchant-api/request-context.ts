import type { MerchantRequest, Notes } from '../flows/merchant-request.ts';
import type { Gateway } from '../gateways/gateway.ts';
import type { Form } from '../protocol/form.ts';
import type { Account } from '../store/accounts.ts';
import type { Mode } from '../store/columns.ts';
import type { Effect } from '../store/fault.ts';

export const largestBodyBytes = 64 * 1024;

/** Header fields by name in lower case, as `Headers` gives them: a field that came twice has its values behind one another. */
export interface HeaderFields extends Iterable<[name: string, value: string]> {
  get(name: string): string | null | undefined;
}

/** A request of the merchant API as it came, whole. */
export interface ApiRequest {
  readonly method: string;
  /** The path as it was written, without the query. */
  readonly path: string;
  readonly query: string;
  readonly headers: HeaderFields;
  /** Where the connection comes from; behind a trusted proxy, what that says. */
  readonly remoteAddress: string;
  readonly isHttps: boolean;
  /** The body, or undefined when it is larger than `largestBodyBytes`. */
  readonly body: Uint8Array | undefined;
}

export type Action = 'verify' | 'confirm';

/** What is known of a request so far: each check that passes adds its part for those after it. */
export interface RequestContext {
  readonly request: ApiRequest;
  readonly notes: Notes;
  /** The last event before it. */
  readonly afterEvent: number;
  gateway?: Gateway;
  action?: Action;
  account?: Account;
  mode?: Mode;
  form?: Form;
  fields?: MerchantRequest['fields'];
  amount?: MerchantRequest['amount'];
  /** A fault that fired: what it does to the answer. */
  effect?: Effect;
}

/** A part that an earlier check has set. */
export function required<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new TypeError('a check ran before the one that it builds on');
  return part;
}
