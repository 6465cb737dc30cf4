import { decide } from '../flows/checkout.ts';
import { deliveryChoice } from '../flows/delivery.ts';
import { CheckoutRefused } from '../flows/session.ts';
import type { NameMap } from '../gateways/names.ts';
import { loggedRequest } from '../merchant-api/logged-request.ts';
import type { ApiRequest } from '../merchant-api/request-context.ts';
import { serveMerchant } from '../merchant-api/serve.ts';
import { traceOf } from '../merchant-api/trace.ts';
import { type Ids, randomIds } from '../runtime/ids.ts';
import type { Runtime, Trial, TrialChange } from '../runtime/runtime.ts';
import type { Settings } from '../settings/settings.ts';
import type { LoggedRequest } from '../store/requests.ts';

/** Where stories happened, and where they can be tried again. */
export interface Bench {
  readonly runtime: Runtime;
  readonly trial: (change: TrialChange) => Trial;
}

/** Under what a story is tried. */
export interface Conditions {
  readonly settings: Settings;
  readonly names: NameMap;
}

/** Plays logged requests once more in a second sandbox, each at its own time. Returns what its log says of each. */
export async function replayed(
  { runtime, trial }: Bench,
  requests: readonly LoggedRequest[],
  conditions: Conditions,
): Promise<readonly (LoggedRequest | undefined)[]> {
  const ids = scriptedIds();
  const { runtime: second, end } = trial({ ...conditions, ids });
  const checkouts: Replayed[] = [];
  const answered: (LoggedRequest | undefined)[] = [];
  try {
    for (const row of requests) {
      second.clock.freeze(row.at);
      await payWhatWasPaid(runtime, second, checkouts, row.at);
      ids.follow(row.processId, codeOf(runtime, row));
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

/** A transaction, and the same one in the trial. */
interface Replayed {
  readonly original: number;
  readonly replayed: number;
}

/** An invoice number that a paid checkout took is taken in the trial too. */
async function payWhatWasPaid(first: Runtime, second: Runtime, all: readonly Replayed[], at: number) {
  for (const { original, replayed: id } of all) {
    const { status, decidedAt } = first.store.transactions.get(original) ?? {};
    const checkout = second.store.checkouts.ofTransaction(id);
    if (status !== 'completed' || (decidedAt ?? at) > at || !checkout?.open) continue;
    const choice = deliveryChoice(second, '', { hold: true });
    await second.store
      .commit(() => decide(second, checkout.token, 'completed', undefined, choice))
      .catch((error: unknown) => {
        // Another payment of the same invoice came first.
        if (!(error instanceof CheckoutRefused)) throw error;
      });
  }
}

/** Where a request was refused before anyone looked whether it came over HTTPS, that is no reason to refuse it again. */
function requestOf(runtime: Runtime, row: LoggedRequest): ApiRequest {
  const wasJudged = traceOf(row).some(({ check }) => check === 'https');
  const request = loggedRequest(runtime, row);
  return wasJudged ? request : { ...request, isHttps: true };
}

function codeOf({ store }: Runtime, { action, processId }: LoggedRequest): string | undefined {
  return action === 'verify' && processId !== null ? store.verifications.otpOf(processId)?.code : undefined;
}

/** The client sends the process ids and codes that it was given: the trial hands out the same ones. */
function scriptedIds(): Ids & { follow: (processId: string | null, code: string | undefined) => void } {
  const random = randomIds();
  let next: { processId: string | null; code: string | undefined } = { processId: null, code: undefined };
  return {
    ...random,
    follow: (processId, code) => {
      next = { processId, code };
    },
    processId: () => {
      const { processId } = next;
      // Once: an id that is taken is asked for again.
      next = { ...next, processId: null };
      return processId ?? random.processId();
    },
    code: (digits) => (next.code?.length === digits ? next.code : random.code(digits)),
  };
}
