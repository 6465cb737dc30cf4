import type { Runtime } from '../runtime/runtime.ts';
import type { Callback } from '../store/callbacks.ts';

type CallbackEvent =
  | 'callback.attempted'
  | 'callback.delivered'
  | 'callback.exhausted'
  | 'callback.held'
  | 'callback.released';

/** Appends a callback's event to the journal. */
export function tell(
  { journal }: Runtime,
  { id, accountId, transactionId, invoiceNo, tamper }: Callback,
  type: CallbackEvent,
  data: Readonly<Record<string, unknown>> = {},
): void {
  const marked = { callback_id: String(id), ...(tamper !== null && { tampered: tamper }), ...data };
  journal.append({ type, accountId, transactionId, invoiceNo, data: marked });
}
