import { z } from 'zod';
import { verdictKinds, verdictOf } from '../journal/verdict.ts';
import { verdictText } from '../journal/verdict-words.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Transaction } from '../store/transactions.ts';

export const verdictAnswer = z
  .object({
    kind: z.enum(verdictKinds),
    text: z.string(),
    callback_id: z.string().nullable().describe('The callback that decides it'),
  })
  .describe('The verdict: what your app was told, and how it responded');

export function verdictShape(
  { store }: Runtime,
  transaction: Transaction,
  verdict = verdictOf(store, transaction),
): z.infer<typeof verdictAnswer> {
  return {
    kind: verdict.kind,
    text: verdictText(store, transaction, verdict),
    callback_id: verdict.callbackId === undefined ? null : String(verdict.callbackId),
  };
}
