import type { Runtime } from '../runtime/runtime.ts';
import type { LoggedRequest } from '../store/requests.ts';
import type { Transaction } from '../store/transactions.ts';
import { different } from './called-names.ts';
import { agentOf, endpointOf, fieldsOf, refusalOf } from './logged-fields.ts';

/** A refused request, with the earlier requests that it depends on. */
export interface Told {
  readonly request: LoggedRequest;
  /** In order. The refused one is last. */
  readonly requests: readonly LoggedRequest[];
}

/** A kind of refused request, by its newest one. */
export interface Story extends Told {
  /** The number of similar refused requests. */
  readonly count: number;
  /** Older ones with other fields, if they were sent to a name that no gateway has: their fields were not checked. */
  readonly older: readonly Told[];
}

const longestStory = 20;

/** A verify this recent may be the first half of a double click, with the code that the customer read. */
const sameVisitMs = 60_000;

export interface Stories {
  readonly newest: readonly Story[];
  /** How many there are, with older ones. */
  readonly inAll: number;
}

/** Refused requests that have not succeeded since, grouped if similar. `rows`: newest first. */
export function refusedStories(runtime: Runtime, rows: readonly LoggedRequest[], most: number): Stories {
  // Refusals caused by a fault say nothing about the client.
  const told = rows.filter(({ fault }) => fault === null).toReversed();
  const successes = lastSuccesses(told);
  const refused = told.filter((row) => row.status >= 400 && !isSettled(runtime, row, successes));
  const groups = [...Map.groupBy(refused, kindOf).values()];
  const newest = groups.slice(-most).flatMap((alike) => {
    const [first, ...others] = different(alike.toReversed());
    if (first === undefined) return [];
    const withEarlier = (request: LoggedRequest) => ({ request, requests: before(told, request) });
    const older = isUnchecked(first) ? others.map(withEarlier) : [];
    return [{ ...withEarlier(first), count: alike.length, older }];
  });
  return { newest, inAll: groups.length };
}

/** Whether it was sent to an endpoint of a name that no gateway has, so that neither keys nor fields were checked. */
export function isUnchecked(row: LoggedRequest): boolean {
  return endpointOf(row) !== undefined && refusalOf(row)?.check === 'route';
}

function kindOf(row: LoggedRequest): string {
  const path = row.path.split('?', 1)[0];
  return JSON.stringify([row.method, path, row.status, refusalOf(row)]);
}

/** The same program succeeded with it later, or it was refused only because the payment was already made. */
function isSettled({ store }: Runtime, row: LoggedRequest, successes: ReadonlyMap<string, number>): boolean {
  const fields = fieldsOf(row);
  const processId = fields.get('process_id');
  const made = processId === undefined ? undefined : store.verifications.get(processId)?.transactionId;
  if (typeof made === 'number' && isAfter(row, store.transactions.get(made))) return true;
  const invoiceNo = fields.get('invoice_no');
  if (row.accountId !== null && row.mode !== null && invoiceNo !== undefined) {
    const holder = store.transactions.holderOf(row.accountId, row.mode, invoiceNo);
    if (holder?.status === 'completed' && isAfter(row, holder)) return true;
  }
  return retriesOf(row).some((retry) => (successes.get(retry) ?? 0) > row.id);
}

function isAfter(row: LoggedRequest, payment: Transaction | undefined): boolean {
  return payment !== undefined && row.at >= payment.createdAt;
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
  const names = ['process_id', 'invoice_no'].filter((name) => fields.has(name));
  const shared = names.length > 0 ? names.map((name) => [name, fields.get(name)]) : [[...fields].sort()];
  const call = [agentOf(row), row.path.split('?', 1)[0], row.accountId];
  return shared.map((each) => JSON.stringify([...call, ...each]));
}

function sameEndpoint(one: LoggedRequest, other: LoggedRequest): boolean {
  return one.path.split('?', 1)[0] === other.path.split('?', 1)[0] && one.accountId === other.accountId;
}

/** Earlier requests about the same invoice, process, or mobile number. */
function before(rows: readonly LoggedRequest[], request: LoggedRequest): readonly LoggedRequest[] {
  const earlier = rows.filter(
    (row) => row.id < request.id && row.accountId === request.accountId && row.mode === request.mode,
  );
  const story = new Set([request]);
  const fields = fieldsOf(request);
  for (const row of earlier) if (isAbout(row, 'invoice_no', fields)) story.add(row);
  for (const { processId, fieldsOfIt } of [...story].map(processOf)) {
    const verify = earlier.find((row) => row.action === 'verify' && row.processId === processId);
    if (!verify) continue;
    const phone = fieldsOf(verify);
    for (const row of earlier)
      if (
        isAbout(row, 'process_id', fieldsOfIt) ||
        (row.at > verify.at - sameVisitMs &&
          sameEndpoint(row, verify) &&
          isAbout(row, 'mobile_number', phone))
      )
        story.add(row);
  }
  return [...story].sort((one, other) => one.id - other.id).slice(-longestStory);
}

function processOf(row: LoggedRequest) {
  const fieldsOfIt = fieldsOf(row);
  return { processId: fieldsOfIt.get('process_id') ?? null, fieldsOfIt };
}

function isAbout(row: LoggedRequest, name: string, fields: ReadonlyMap<string, string>): boolean {
  const value = fields.get(name);
  return value !== undefined && endpointOf(row) !== undefined && fieldsOf(row).get(name) === value;
}
