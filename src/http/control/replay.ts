import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Runtime } from '../../runtime.ts';
import type { RequestRow } from '../../store/requests.ts';
import type { AppEnv } from '../connection.ts';
import type { ApiRequest } from '../merchant-api/inquiry.ts';
import { serveMerchant } from '../merchant-api/serve.ts';
import type { AppParts } from '../parts.ts';
import { ControlError, notFound } from './control-error.ts';
import { idOf, jsonBody } from './input.ts';
import { requestShape, traceOf } from './shapes.ts';

const replaySchema = z.strictObject({ invoice_no: z.string().optional() });

/** Sends a logged request once more, with the account's present keys; `invoice_no` puts a fresh one in. */
export function replayRoutes(app: Hono<AppEnv>, { runtime }: AppParts): void {
  app.post('/requests/:id/replay', (c) => replayed(c, runtime));
}

async function replayed(c: Context<AppEnv>, runtime: Runtime) {
  const { invoice_no: invoiceNo } = await jsonBody(c, replaySchema);
  const id = idOf(c.req.param('id') ?? '', 'request');
  const row = runtime.store.requests.get(id);
  if (!row) throw notFound('request', String(id));
  const { requestId } = await serveMerchant(runtime, requestOf(runtime, row, invoiceNo));
  const answered = requestId === undefined ? undefined : runtime.store.requests.get(requestId);
  if (!answered) throw new ControlError(500, 'NOT_STORED', 'The replayed request could not be stored.');
  return c.json(requestShape(runtime, answered), 201);
}

function requestOf({ store }: Runtime, row: RequestRow, invoiceNo: string | undefined): ApiRequest {
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
