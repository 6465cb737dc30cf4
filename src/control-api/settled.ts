import { z } from 'zod';
import { callbackEnds } from '../journal/event-type.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { EventRow } from '../store/events.ts';
import { ControlError, notFound } from './control-error.ts';
import { idOf, wait } from './input.ts';
import { operation } from './operation.ts';
import { givenUpIn, refusalOf, refusalWords, type Scope, unsettled, unsettledWords } from './unsettled.ts';

export const waitUntilSettled = operation({
  method: 'post',
  path: '/callbacks/settled',
  isReadOnly: true,
  summary:
    'Answers when no callback is pending or under way; 409 at once when your app refuses one, or when the wait ends first',
  query: z.strictObject({
    wait: wait.optional(),
    account: z.string().optional(),
    transaction_id: z.string().optional(),
    retries: z
      .enum(['true', 'false'])
      .optional()
      .describe('`true` waits for the retries of a callback that your app refuses'),
  }),
  answer: z.object({ settled: z.literal(true) }),
  refusals: [404, 409],
  run: async ({ runtime, outbox }, { query, signal }) => {
    const { account, transaction_id: transaction } = query;
    if (transaction !== undefined) refuseUnknown(runtime, transaction, account);
    const scope: Scope = {
      accountId: account ?? null,
      transactionId: transaction === undefined ? null : idOf(transaction, 'transaction'),
      retries: query.retries === 'true',
    };
    // A callback that fails during the wait counts as a refusal, although it is no longer pending.
    const look = (ends: readonly EventRow[]) => {
      const refused = givenUpIn(runtime, ends) ?? refusalOf(runtime, outbox, scope);
      if (refused) return refused;
      return unsettled(runtime, outbox, scope).length > 0 ? undefined : 'settled';
    };
    const found = await runtime.journal.waits.wait(
      {
        words: `settled ${JSON.stringify(scope)}`,
        wants: { types: callbackEnds, accountId: account, transactionId: scope.transactionId ?? undefined },
        look,
      },
      { waitMs: query.wait ?? 0, signal },
    );
    if (found === 'settled') return { settled: true } as const;
    if (found) throw new ControlError(409, 'CALLBACK_REFUSED', refusalWords(runtime, found));
    const pending = unsettled(runtime, outbox, scope);
    throw new ControlError(409, 'NOT_SETTLED', unsettledWords(runtime, outbox, pending));
  },
});

/** A wait for a transaction that does not exist, or is another account's, would end at once. */
function refuseUnknown({ store }: Runtime, id: string, account: string | undefined): void {
  const transaction = store.transactions.get(idOf(id, 'transaction'));
  if (!transaction || (account ?? transaction.accountId) !== transaction.accountId)
    throw notFound('transaction', id);
}
