import type { Callback } from '../store/callbacks.ts';
import { firstPage } from '../store/statements.ts';
import type { Store } from '../store/store.ts';

/** A payment's newest callback as the gateway signed it. A forged callback always has one beside it. */
export function genuineCallback({ callbacks }: Store, transactionId: number): Callback | undefined {
  return callbacks.list({ transactionId }, firstPage).find(({ tamper }) => tamper === null);
}
