import { loggedRequest, replayHeader } from '../merchant-api/logged-request.ts';
import { serveMerchant } from '../merchant-api/serve.ts';
import { replaceField, replacePairs } from '../protocol/replace-field.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { ControlError, invalid } from './control-error.ts';

/**
 * Sends a logged request again with the account's current keys, and returns the new log row. `invoiceNo`
 * replaces the invoice number.
 */
export async function replayed(
  runtime: Runtime,
  row: LoggedRequest,
  invoiceNo: string | undefined,
): Promise<LoggedRequest> {
  const request = loggedRequest(runtime, withFreshInvoice(row, invoiceNo));
  const headers = new Headers([...request.headers]);
  if (!headers.has(replayHeader)) headers.set(replayHeader, String(row.id));
  const { requestId } = await serveMerchant(runtime, { ...request, headers });
  const answered = requestId === undefined ? undefined : runtime.store.requests.get(requestId);
  if (!answered) throw new ControlError(500, 'NOT_STORED', 'The replayed request could not be stored.');
  return answered;
}

/** Never keeps the old number next to a new one: it could create a second payment for the old invoice. */
function withFreshInvoice(row: LoggedRequest, invoiceNo: string | undefined): LoggedRequest {
  if (invoiceNo === undefined) return row;
  const field = { name: 'invoice_no', text: invoiceNo };
  const [path = '', query] = row.path.split(/\?(.*)/s);
  const headers: [name: string, value: string][] = JSON.parse(row.headers);
  const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const body = replaceField(contentType, row.body, field);
  if (body === undefined)
    throw invalid('invoice_no', 'cannot be replaced in the body of this request, which cannot be read');
  return {
    ...row,
    path: query === undefined ? path : `${path}?${replacePairs(query, field)}`,
    headers: JSON.stringify(headers.map(([name, value]) => [name, lengthOr(name, value, body)])),
    body,
  };
}

function lengthOr(name: string, value: string, body: string): string {
  return name === 'content-length' ? String(Buffer.byteLength(body)) : value;
}
