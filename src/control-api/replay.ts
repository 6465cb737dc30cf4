import { loggedRequest } from '../merchant-api/logged-request.ts';
import { serveMerchant } from '../merchant-api/serve.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { ControlError } from './control-error.ts';

/**
 * Sends a logged request again with the account's current keys, and returns the new log row. `invoiceNo`
 * replaces the invoice number.
 */
export async function replayed(
  runtime: Runtime,
  row: LoggedRequest,
  invoiceNo: string | undefined,
): Promise<LoggedRequest> {
  const { requestId } = await serveMerchant(
    runtime,
    loggedRequest(runtime, withFreshInvoice(row, invoiceNo)),
  );
  const answered = requestId === undefined ? undefined : runtime.store.requests.get(requestId);
  if (!answered) throw new ControlError(500, 'NOT_STORED', 'The replayed request could not be stored.');
  return answered;
}

function withFreshInvoice(row: LoggedRequest, invoiceNo: string | undefined): LoggedRequest {
  if (invoiceNo === undefined) return row;
  const [path = '', query] = row.path.split(/\?(.*)/s);
  const at = query === undefined ? path : `${path}?${withInvoice(query, invoiceNo)}`;
  return { ...row, path: at, body: withInvoice(row.body, invoiceNo) };
}

/** A query or urlencoded body with another invoice number. Other bodies stay unchanged. */
function withInvoice(body: string, invoiceNo: string): string {
  if (body.startsWith('--')) return body;
  const fields = new URLSearchParams(body);
  if (!fields.has('invoice_no')) return body;
  fields.set('invoice_no', invoiceNo);
  return fields.toString();
}
