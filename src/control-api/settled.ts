import { z } from 'zod';
import type { Outbox } from '../callbacks/outbox.ts';
import { callbackEnds } from '../journal/event-type.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { ControlError } from './control-error.ts';
import { idOf, wait } from './input.ts';
import { operation } from './operation.ts';

const mostNamed = 20;

export const waitUntilSettled = operation({
  method: 'post',
  path: '/callbacks/settled',
  summary: 'Answers when no callback is pending or under way; 409 when the wait is over before',
  query: z.strictObject({
    wait: wait.optional(),
    account: z.string().optional(),
    transaction_id: z.string().optional(),
  }),
  answer: z.object({ settled: z.literal(true) }),
  refusals: [409],
  run: async ({ runtime, outbox }, { query, signal }) => {
    const { account = null, transaction_id: transaction } = query;
    const transactionId = transaction === undefined ? null : idOf(transaction, 'transaction');
    const pending = () => unsettled(runtime, outbox, account, transactionId);
    const look = () => (pending().length === 0 ? ({ settled: true } as const) : undefined);
    const settled = await runtime.journal.waits.wait(
      {
        words: `settled ${JSON.stringify([account, transactionId])}`,
        wants: {
          types: callbackEnds,
          accountId: query.account,
          transactionId: transactionId ?? undefined,
        },
        look,
      },
      { waitMs: query.wait ?? 0, signal },
    );
    if (settled) return settled;
    throw new ControlError(409, 'NOT_SETTLED', `Still pending: ${pending().join(', ')}.`);
  },
});

/** Callbacks of an account and a transaction, or of all, that are pending or under way; some of them when there are many. */
function unsettled(
  { store }: Runtime,
  outbox: Outbox,
  accountId: string | null,
  transactionId: number | null,
): number[] {
  const isMeant = (id: number) => {
    if (accountId === null && transactionId === null) return true;
    const callback = store.callbacks.get(id);
    return (
      (accountId ?? callback?.accountId) === callback?.accountId &&
      (transactionId ?? callback?.transactionId) === callback?.transactionId
    );
  };
  const found = new Set(store.callbacks.pending(accountId, transactionId, mostNamed));
  for (const id of outbox.busyWith) {
    if (found.size >= mostNamed) break;
    if (isMeant(id)) found.add(id);
  }
  return [...found];
}
