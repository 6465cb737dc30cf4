import { isoTime } from '../protocol/time.ts';
import type { EventRow } from '../store/events.ts';
import type { EventType } from './event-type.ts';

/** An event as served by `GET /_sandbox/api/events`, the stream and the timelines. */
export interface JournalEvent {
  readonly id: string;
  readonly type: EventType;
  readonly at: string;
  readonly account?: string;
  readonly transaction_id?: string;
  readonly invoice_no?: string;
  readonly mobile_number?: string;
  readonly process_id?: string;
  readonly [name: string]: unknown;
}

export function journalEvent(row: EventRow): JournalEvent {
  return {
    // Data comes first, so that it cannot overwrite the event's own members.
    ...dataOf(row),
    id: String(row.id),
    // Only `append` writes this column.
    type: row.type as EventType,
    at: isoTime(row.at),
    ...(row.accountId !== null && { account: row.accountId }),
    ...(row.transactionId !== null && { transaction_id: String(row.transactionId) }),
    ...(row.invoiceNo !== null && { invoice_no: row.invoiceNo }),
    ...(row.mobileNumber !== null && { mobile_number: row.mobileNumber }),
    ...(row.processId !== null && { process_id: row.processId }),
  };
}

/** If something else has damaged the row, show it without its data. Other rows stay readable. */
function dataOf({ data }: EventRow): object {
  try {
    return JSON.parse(data);
  } catch {
    return { unreadable: true };
  }
}
