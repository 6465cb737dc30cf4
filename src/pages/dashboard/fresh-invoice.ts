import type { Runtime } from '../../runtime/runtime.ts';

/** An unused invoice number, for forms that send a call. */
export function freshInvoice({ clock, store }: Runtime): string {
  return `INV-${clock.now().toString(36)}-${store.events.lastId()}`.toUpperCase();
}
