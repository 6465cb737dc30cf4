import type { Context, Hono } from 'hono';
import { callbackRecord, callbackShape, requestShape, transactionShape } from '../../control-api/shapes.ts';
import { printableJson } from '../../host/printable.ts';
import type { AppEnv } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { dataHeaders } from '../../http/security-headers.ts';
import { textStream } from '../../http/text-stream.ts';
import { judgedPage } from '../../journal/verdict-list.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Callback } from '../../store/callbacks.ts';
import type { LoggedRequest } from '../../store/requests.ts';
import type { PageRequest } from '../../store/statements.ts';
import type { Transaction } from '../../store/transactions.ts';
import { callbackFilter, requestFilter, transactionFilter, verdictKind } from '../dashboard/filters.ts';
import { idOf } from '../dashboard/id-of.ts';
import { filterOf } from '../dashboard/lists.ts';
import { notFoundPage } from '../not-found.ts';
import { csvFile } from './csv.ts';
import { harFile } from './har.ts';
import { jsonFile, type RowFile, rowFile, type Slice, sliceOf } from './row-files.ts';
import { scriptOf } from './script.ts';
import { suites } from './suites.ts';

/** Downloads: lists as JSON, CSV and HAR, and a transaction's timeline as a program. */
export function exportRoutes(app: Hono<AppEnv>, { runtime }: AppParts): void {
  const { store } = runtime;
  app.get('/_sandbox/transactions/export/:kind', (c) => paymentsFile(c, runtime));
  app.get('/_sandbox/callbacks/export/:kind', (c) => {
    const files = {
      json: jsonFile((row: Callback) => callbackShape(runtime, row)),
      csv: csvFile(callbackColumns, (row: Callback) => callbackRecord(runtime, row)),
    };
    const filter = callbackFilter(filterOf(c));
    return listFile(c, runtime, 'callbacks', files, (page) =>
      sliceOf(store.callbacks.list(filter, page), page),
    );
  });
  app.get('/_sandbox/requests/export/:kind', (c) => {
    const files = tables(requestColumns, (row: LoggedRequest) => requestShape(runtime, row));
    const filter = requestFilter(runtime, filterOf(c));
    const withHar = { ...files, har: harFile(runtime.addresses.publicUrl) };
    return listFile(c, runtime, 'requests', withHar, (page) =>
      sliceOf(store.requests.list(filter, page), page),
    );
  });
  recordRoutes(app, runtime);
}

function recordRoutes(app: Hono<AppEnv>, runtime: Runtime): void {
  const { store } = runtime;
  app.get('/_sandbox/transactions/:id/story', async (c) => {
    const transaction = store.transactions.get(idOf(c));
    if (!transaction) return notFoundPage(c, runtime);
    const { storyOf } = await import('../../snapshot-file/story.ts');
    return file(
      c,
      `payment-${transaction.id}.json`,
      types.json,
      printableJson(JSON.stringify(storyOf(runtime, transaction))),
    );
  });
  app.get('/_sandbox/requests/:id/har', (c) => {
    const stored = store.requests.get(idOf(c));
    if (!stored) return notFoundPage(c, runtime);
    const { before, row, after } = harFile(runtime.addresses.publicUrl);
    return file(c, `request-${stored.id}.har`, types.har, before + row(stored) + after);
  });
  app.get('/_sandbox/transactions/:id/export/:kind', async (c) => {
    const transaction = store.transactions.get(idOf(c));
    const kind = c.req.param('kind');
    const suite = Object.hasOwn(suites, kind) ? suites[kind] : undefined;
    if (!transaction || !suite) return notFoundPage(c, runtime);
    const told = (await suite.load())(scriptOf(runtime, transaction));
    return file(c, suite.fileName(transaction.id), 'text/plain; charset=utf-8', told);
  });
}

function paymentsFile(c: Context<AppEnv>, runtime: Runtime): Response | Promise<Response> {
  const { store } = runtime;
  const files = {
    json: jsonFile((row: Transaction) => transactionShape(runtime, row)),
    csv: csvFile(transactionColumns, (row: Transaction) => transactionRecord(runtime, row)),
  };
  const filter = transactionFilter(runtime, filterOf(c));
  const kind = verdictKind(filterOf(c));
  return listFile(c, runtime, 'transactions', files, (page) => {
    if (kind === undefined) return sliceOf(store.transactions.list(filter, page), page);
    const { rows, next } = judgedPage(store, filter, page, kind);
    return { rows: rows.map(({ transaction }) => transaction), next };
  });
}

function transactionRecord(runtime: Runtime, row: Transaction) {
  const { verdict, ...record } = transactionShape(runtime, row);
  return { ...record, verdict: verdict.text };
}

const types = { json: 'application/json', csv: 'text/csv; charset=utf-8', har: 'application/json' };
type Kind = keyof typeof types;
const kinds: readonly Kind[] = ['json', 'csv', 'har'];

function tables<Row>(columns: readonly string[], shape: (row: Row) => Readonly<Record<string, unknown>>) {
  return { json: jsonFile(shape), csv: csvFile(columns, shape) };
}

function listFile<Row>(
  c: Context<AppEnv>,
  runtime: Runtime,
  name: string,
  files: { readonly [Each in Kind]?: RowFile<Row> },
  list: (page: PageRequest) => Slice<Row>,
): Response | Promise<Response> {
  const kind = kinds.find((each) => each === c.req.param('kind'));
  const form = kind && files[kind];
  if (!form) return notFoundPage(c, runtime);
  return file(c, `${name}.${kind}`, types[kind], textStream(rowFile(form, list)));
}

function file(
  c: Context<AppEnv>,
  name: string,
  type: string,
  content: string | ReadableStream<Uint8Array>,
): Response {
  return c.body(content, 200, {
    ...dataHeaders,
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}

// The members with a single value. The JSON export has the others too.
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
  'verdict',
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
  'note',
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
