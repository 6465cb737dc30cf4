import type { Runtime } from '../runtime/runtime.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { before } from './before.ts';
import { type Twins, twins } from './called-names.ts';
import { agentOf, fieldsOf, isOfGateway, refusalOf } from './logged-fields.ts';
import { isOfCustomer } from './of-customer.ts';

/** A refused request, with the earlier requests that it depends on. */
export interface Told {
  readonly request: LoggedRequest;
  /** In order. The refused one is last. */
  readonly requests: readonly LoggedRequest[];
}

/** A kind of refused request. */
export interface Story {
  readonly count: number;
  /** Those with the same fields together. In the order in which to try them: the newest, the oldest, and the others. */
  readonly alike: readonly Twins[];
}

/** Why a refused request does not count. */
export type NoCount = 'corrected' | 'sent_again' | 'customer' | 'accepted_now';

export interface Stories {
  readonly newest: readonly Story[];
  /** Refused requests that do not count. */
  readonly settled: ReadonlyMap<LoggedRequest, NoCount>;
  /** How many there are, with older ones. */
  readonly inAll: number;
  readonly tell: (request: LoggedRequest) => Told;
}

/** Refused requests, grouped if similar, apart from those that do not count. `rows`: newest first. */
export function refusedStories(runtime: Runtime, rows: readonly LoggedRequest[], most: number): Stories {
  // Refusals caused by a fault say nothing about the client.
  const told = rows.filter(({ fault }) => fault === null).toReversed();
  const successes = lastSuccesses(told);
  const refused = told.filter(({ status }) => status >= 400);
  const settled = new Map(
    refused.flatMap((row) => {
      const why = whySettled(runtime, row, successes);
      return why ? [[row, why] as const] : [];
    }),
  );
  const counted = refused.filter((row) => !settled.has(row));
  const groups = [...Map.groupBy(counted, kindOf).values()];
  const tell = (request: LoggedRequest) => ({ request, requests: before(runtime, told, request) });
  const newest = groups.slice(-most).map((rows) => {
    const alike = twins(rows.toReversed());
    const [first, last] = [alike.slice(0, 3), alike.slice(3).slice(-2)];
    return { count: rows.length, alike: [...first, ...last, ...alike.slice(3, -2)] };
  });
  return { newest, settled, inAll: groups.length, tell };
}

/** Similar refused requests have the same one. */
export function kindOf(row: LoggedRequest): string {
  const path = row.path.split('?', 1)[0];
  return JSON.stringify([row.method, path, row.status, refusalOf(row)]);
}

/** A customer of a correct client causes it too, or the same program succeeded with it later. */
function whySettled(
  runtime: Runtime,
  row: LoggedRequest,
  successes: ReadonlyMap<string, number>,
): NoCount | undefined {
  if (isOfGateway(row) && isOfCustomer(runtime, row)) return 'customer';
  return retriesOf(row).some((retry) => (successes.get(retry) ?? 0) > row.id) ? 'sent_again' : undefined;
}

/** The last request that succeeded, by what its retries have in common. `rows`: oldest first. */
function lastSuccesses(rows: readonly LoggedRequest[]): ReadonlyMap<string, number> {
  const succeeded = rows.filter(({ status }) => status === 200);
  return new Map(succeeded.flatMap((row) => retriesOf(row).map((retry) => [retry, row.id] as const)));
}

/**
 * What a request has in common with its retries by the same program: the process or the invoice. Many payments have
 * the same mobile number, so a request that has nothing else, such as a verify, is repeated only with all its fields.
 */
function retriesOf(row: LoggedRequest): readonly string[] {
  const fields = fieldsOf(row);
  const call = [agentOf(row), row.accountId, row.mode, row.path.split('?', 1)[0]];
  const names = ['process_id', 'invoice_no'].filter((name) => fields.has(name));
  const retries = names.map((name) => [...call, name, fields.get(name)]);
  if (names.length === 0) retries.push([...call, JSON.stringify([...fields].sort())]);
  return retries.map((each) => JSON.stringify(each));
}
