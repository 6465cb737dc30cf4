import type { Context, Hono } from 'hono';
import type { Runtime } from '../../runtime.ts';
import type { AppEnv } from '../connection.ts';
import { callbackShape, requestShape, transactionShape } from '../control/shapes.ts';
import { callbackFilter, requestFilter, transactionFilter } from '../dashboard/filters.ts';
import { idOf } from '../dashboard/id-of.ts';
import { filterOf } from '../dashboard/lists.ts';
import { messagePage } from '../pages.ts';
import type { AppParts } from '../parts.ts';
import { dataHeaders } from '../security-headers.ts';
import { csv } from './csv.ts';
import { har } from './har.ts';
import { scriptOf } from './script.ts';
import { suites } from './suites.ts';

/** A file holds so many of the newest rows. */
const mostRows = 10_000;
const newest = { before: Number.MAX_SAFE_INTEGER, limit: mostRows };

/** What the dashboard shows, as files to keep: lists as JSON, CSV and HAR, the story of a transaction as a program. */
export function exportRoutes(app: Hono<AppEnv>, { runtime }: AppParts): void {
  app.get('/_sandbox/transactions/export/:kind', (c) =>
    listFile(c, 'transactions', transactionRows(c, runtime)),
  );
  app.get('/_sandbox/callbacks/export/:kind', (c) => listFile(c, 'callbacks', callbackRows(c, runtime)));
  app.get('/_sandbox/requests/export/:kind', (c) => {
    const rows = runtime.store.requests.list(requestFilter(runtime, filterOf(c)), newest);
    if (c.req.param('kind') === 'har')
      return file(c, 'requests.har', json, JSON.stringify(har(runtime.addresses.publicUrl, rows)));
    return listFile(c, 'requests', {
      columns: requestColumns,
      rows: rows.map((row) => requestShape(runtime, row)),
    });
  });

  app.get('/_sandbox/requests/:id/har', (c) => {
    const row = runtime.store.requests.get(idOf(c));
    if (!row) return messagePage(c, 404, 'noPage');
    return file(c, `request-${row.id}.har`, json, JSON.stringify(har(runtime.addresses.publicUrl, [row])));
  });
  app.get('/_sandbox/transactions/:id/export/:kind', async (c) => {
    const transaction = runtime.store.transactions.get(idOf(c));
    const kind = c.req.param('kind');
    const suite = Object.hasOwn(suites, kind) ? suites[kind] : undefined;
    if (!transaction || !suite) return messagePage(c, 404, 'noPage');
    const told = (await suite.load())(scriptOf(runtime, transaction));
    return file(c, suite.fileName(transaction.id), 'text/plain; charset=utf-8', told);
  });
}

const json = 'application/json';

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

function transactionRows(c: Context<AppEnv>, runtime: Runtime): Table {
  const rows = runtime.store.transactions.list(transactionFilter(runtime, filterOf(c)), newest);
  return { columns: transactionColumns, rows: rows.map((row) => transactionShape(runtime, row)) };
}

function callbackRows(c: Context<AppEnv>, runtime: Runtime): Table {
  const rows = runtime.store.callbacks.list(callbackFilter(filterOf(c)), newest);
  return { columns: callbackColumns, rows: rows.map((row) => callbackShape(runtime, row)) };
}

function listFile(c: Context<AppEnv>, name: string, { columns, rows }: Table): Response {
  if (c.req.param('kind') === 'json')
    return file(c, `${name}.json`, json, JSON.stringify({ data: rows }, null, 2));
  if (c.req.param('kind') === 'csv')
    return file(c, `${name}.csv`, 'text/csv; charset=utf-8', csv(columns, rows));
  return messagePage(c, 404, 'noPage');
}

function file(c: Context<AppEnv>, name: string, type: string, text: string): Response {
  return c.body(text, 200, {
    ...dataHeaders,
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}

// The columns of the CSV: what is one value; the JSON has the rest.
const transactionColumns = [
  'transaction_id',
  'invoice_no',
  'status',
  'amount',
  'currency',
  'gateway',
  'payment_method',
  'mode',
  'account',
  'mobile_number',
  'email',
  'customer_ip',
  'decline_reason',
  'created_at',
  'decided_at',
];
const requestColumns = [
  'id',
  'at',
  'method',
  'path',
  'status',
  'code',
  'gateway',
  'action',
  'account',
  'mode',
  'remote_address',
  'duration_ms',
  'fault',
  'transaction_id',
  'process_id',
  'body',
];
const callbackColumns = [
  'id',
  'transaction_id',
  'gateway',
  'method',
  'url',
  'status',
  'tampered',
  'signed_string',
  'hashed',
  'created_at',
  'next_attempt_at',
];
