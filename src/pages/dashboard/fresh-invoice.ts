import type { Runtime } from '../../runtime/runtime.ts';

/** An invoice number that nobody has used: for the forms that send a call. */
export function freshInvoice({ clock, store }: Runtime): string {
  return `INV-${clock.now().toString(36)}-${store.events.lastId()}`.toUpperCase();
}
