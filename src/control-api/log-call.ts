import { traceOf } from '../merchant-api/trace.ts';
import { isoTime } from '../protocol/time.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { RequestGlance } from '../store/requests-after.ts';
import type { LogEntry } from './log-entries.ts';

export function callEntryOf({ names }: Runtime, row: RequestGlance): LogEntry {
  return {
    kind: 'call',
    id: String(row.id),
    at: isoTime(row.at),
    account: row.accountId,
    page: `/_sandbox/requests/${row.id}`,
    method: row.method,
    path: row.path,
    endpoint: row.gateway === null || row.action === null ? null : `${names.of(row.gateway)}/${row.action}`,
    status: row.status,
    code: row.code,
    duration_ms: row.durationUs / 1000,
    invoice_no: sentField(row.body, 'invoice_no'),
    mobile_number: sentField(row.body, 'mobile_number'),
    transaction_id: row.transactionId === null ? null : String(row.transactionId),
    fault: row.fault,
    reason: row.status < 400 ? null : refusalOf(row),
    note: row.note ?? null,
    remote_address: row.remoteAddress,
  };
}

function refusalOf(row: RequestGlance): string | null {
  const last = traceOf(row).at(-1);
  return last === undefined || last.passed ? null : last.got;
}

/** A form field, which may be truncated. For display only: the merchant API parses forms strictly. */
function sentField(body: string, name: string): string | null {
  if (body === '') return null;
  if (body.startsWith('--')) return partOf(body, name);
  const [, encoded] = new RegExp(`(?:^|&)${name}=([^&]*)`).exec(body) ?? [];
  return encoded === undefined ? null : decoded(encoded);
}

function partOf(body: string, name: string): string | null {
  return new RegExp(`name="?${name}"?(?:;[^\\n]*)?\\r?\\n\\r?\\n([^\\r\\n]*)`).exec(body)?.[1] ?? null;
}

function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
