import type { ApiRequest } from '../merchant-api/request-context.ts';
import { serveMerchant } from '../merchant-api/serve.ts';
import { traceOf } from '../merchant-api/trace.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { LoggedRequest } from '../store/requests.ts';
import { ControlError } from './control-error.ts';

/** The log's row of a logged request that is sent once more, with the account's present keys; `invoiceNo` puts a fresh one in. */
export async function replayed(
  runtime: Runtime,
  row: LoggedRequest,
  invoiceNo: string | undefined,
): Promise<LoggedRequest> {
  const { requestId } = await serveMerchant(runtime, requestOf(runtime, row, invoiceNo));
  const answered = requestId === undefined ? undefined : runtime.store.requests.get(requestId);
  if (!answered) throw new ControlError(500, 'NOT_STORED', 'The replayed request could not be stored.');
  return answered;
}

function requestOf({ store }: Runtime, row: LoggedRequest, invoiceNo: string | undefined): ApiRequest {
  const [path = '', query = ''] = row.path.split(/\?(.*)/s);
  const headers = new Headers(JSON.parse(row.headers));
  const account = row.accountId === null ? undefined : store.accounts.get(row.accountId);
  if (account && row.mode !== null) {
    // The log keeps them masked.
    headers.set('Authorization', `Bearer ${account.accessTokens[row.mode]}`);
    headers.set('X-API-KEY', account.apiKey);
  }
  const body = invoiceNo === undefined ? row.body : withInvoice(row.body, invoiceNo);
  return {
    method: row.method,
    path,
    query,
    headers,
    remoteAddress: row.remoteAddress,
    isHttps: traceOf(row).some(({ check, got }) => check === 'https' && got === 'HTTPS'),
    body: new TextEncoder().encode(body),
  };
}

/** A urlencoded body with another invoice number; another kind of body is left as it is. */
function withInvoice(body: string, invoiceNo: string): string {
  if (body.startsWith('--')) return body;
  const fields = new URLSearchParams(body);
  if (!fields.has('invoice_no')) return body;
  fields.set('invoice_no', invoiceNo);
  return fields.toString();
}
