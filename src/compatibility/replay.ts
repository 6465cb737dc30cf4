import { decide } from '../flows/checkout.ts';
import { deliveryChoice } from '../flows/delivery.ts';
import { CheckoutRefused } from '../flows/session.ts';
import type { NameMap } from '../gateways/names.ts';
import { nextTurn } from '../host/timers.ts';
import { type Keys, loggedRequest } from '../merchant-api/logged-request.ts';
import type { ApiRequest } from '../merchant-api/request-context.ts';
import { serveMerchant } from '../merchant-api/serve.ts';
import { traceOf } from '../merchant-api/trace.ts';
import { type Ids, randomIds } from '../runtime/ids.ts';
import type { Runtime, Trial, TrialChange } from '../runtime/runtime.ts';
import type { Settings } from '../settings/settings.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { fieldsOf } from './logged-fields.ts';

/** The runtime with the logged requests, and a factory for trial sandboxes. */
export interface Bench {
  readonly runtime: Runtime;
  readonly trial: (change: TrialChange) => Trial;
}

/** The configuration of a trial. */
export interface Conditions {
  readonly settings: Settings;
  readonly names: NameMap;
}

/** Replays logged requests in a second sandbox, each at its original time. Returns the log entry of each. */
export async function replayed(
  { runtime, trial }: Bench,
  requests: readonly LoggedRequest[],
  conditions: Conditions,
): Promise<readonly (LoggedRequest | undefined)[]> {
  // Opening a trial takes milliseconds.
  await nextTurn();
  const ids = scriptedIds();
  const { runtime: second, end } = trial({ ...conditions, ids });
  const checkouts: Replayed[] = [];
  const codes = codesOf(runtime, requests);
  const answered: (LoggedRequest | undefined)[] = [];
  try {
    for (const row of requests) {
      second.clock.freeze(row.at);
      await payWhatWasPaid(runtime, second, checkouts, row.at);
      ids.follow(row.processId, codes.get(row.processId));
      const { requestId } = await serveMerchant(second, requestOf(runtime, row));
      const again = requestId === undefined ? undefined : second.store.requests.get(requestId);
      answered.push(again);
      if (row.transactionId !== null && again?.transactionId != null)
        checkouts.push({ original: row.transactionId, replayed: again.transactionId });
    }
    return answered;
  } finally {
    end();
  }
}

/** A transaction and its counterpart in the trial. */
interface Replayed {
  readonly original: number;
  readonly replayed: number;
}

/** Pays the checkouts that were paid originally, so that their invoice numbers are taken in the trial too. */
async function payWhatWasPaid(first: Runtime, second: Runtime, all: readonly Replayed[], at: number) {
  for (const { original, replayed: id } of all) {
    const { status, decidedAt } = first.store.transactions.get(original) ?? {};
    const checkout = second.store.checkouts.ofTransaction(id);
    if (status !== 'completed' || (decidedAt ?? at) > at || !checkout?.open) continue;
    const choice = deliveryChoice(second, '', { hold: true });
    await second.store
      .commit(() => decide(second, checkout.token, 'completed', undefined, choice))
      .catch((error: unknown) => {
        // Another payment of the same invoice was first.
        if (!(error instanceof CheckoutRefused)) throw error;
      });
  }
}

/** If a request was refused before the checks of HTTPS and keys, it must not be refused by those now. */
function requestOf(runtime: Runtime, row: LoggedRequest): ApiRequest {
  const wasJudged = (by: string) => traceOf(row).some(({ check }) => check === by);
  const request = loggedRequest(runtime, row, wasJudged('keys') ? undefined : anyKeys(runtime));
  return wasJudged('https') ? request : { ...request, isHttps: true };
}

function anyKeys({ store }: Runtime): Keys | undefined {
  const account = store.accounts.all().find(({ approved }) => approved);
  return account && { apiKey: account.apiKey, accessToken: account.accessTokens.test };
}

/**
 * The code of each process. If the last request confirms a process with the code of a later one, that is the code of
 * both: only a setting that repeats the code can have been meant.
 */
function codesOf(
  { store }: Runtime,
  requests: readonly LoggedRequest[],
): ReadonlyMap<string | null, string | undefined> {
  const processes = requests.flatMap(({ action, processId }) =>
    action === 'verify' && processId !== null ? [processId] : [],
  );
  const codes = new Map<string | null, string | undefined>(
    processes.map((processId) => [processId, store.verifications.otpOf(processId)?.code]),
  );
  const last = requests.at(-1);
  const sent = last && fieldsOf(last);
  const at = processes.indexOf(sent?.get('process_id') ?? '');
  const later = at === -1 ? [] : processes.slice(at + 1);
  const code = sent?.get('code');
  if (later.some((processId) => codes.get(processId) === code)) codes.set(processes[at] ?? null, code);
  return codes;
}

/** Reuses the original process IDs and codes, because the client's requests contain them. */
function scriptedIds(): Ids & { follow: (processId: string | null, code: string | undefined) => void } {
  const random = randomIds();
  let next: { processId: string | null; code: string | undefined } = { processId: null, code: undefined };
  return {
    ...random,
    follow: (processId, code) => {
      next = { processId, code };
    },
    processId: (retries) => {
      const { processId } = next;
      // Only once: if the ID is taken, the next call must return another one.
      next = { ...next, processId: null };
      return processId ?? random.processId(retries);
    },
    code: (digits) => (next.code?.length === digits ? next.code : random.code(digits)),
  };
}
