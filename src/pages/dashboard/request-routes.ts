import type { Context, Hono } from 'hono';
import { type AppEnv, connectionOf } from '../../http/connection.ts';
import type { AppParts } from '../../http/parts.ts';
import { readForm } from '../../http/read-form.ts';
import { seeOther } from '../../http/see-other.ts';
import { serveMerchant } from '../../merchant-api/serve.ts';
import { notFoundPage } from '../not-found.ts';
import { messagePage, page } from '../pages.ts';
import { readerOf } from '../reader.ts';
import { act } from './actions.ts';
import { idOf } from './id-of.ts';
import { requestPage } from './request-page.ts';
import { callOf, refusalOf, sendPage } from './send-call.ts';

/** A call's fields, encoded again as fields of our form. */
const largestFormBytes = 256 * 1024;

/** A logged request, its replay, and the form for a new one. */
export function requestPages(app: Hono<AppEnv>, parts: AppParts): void {
  const { runtime } = parts;
  app.get('/_sandbox/requests/new', (c) =>
    page(
      c,
      200,
      'dashboard/send',
      sendPage(runtime, readerOf(c), (name) => c.req.query(name) ?? ''),
    ),
  );
  app.post('/_sandbox/requests/new', (c) => send(c, parts));
  app.get('/_sandbox/requests/:id', (c) => {
    const row = runtime.store.requests.get(idOf(c));
    if (!row) return notFoundPage(c, runtime);
    return page(c, 200, 'dashboard/request', requestPage(runtime, readerOf(c), row));
  });
  app.post('/_sandbox/requests/:id/replay', (c) => replay(c, parts));
}

/** Calls the merchant API in process, so that all checks run and the call is logged. */
async function send(c: Context<AppEnv>, { runtime, options }: AppParts): Promise<Response> {
  const read = await readForm(c, largestFormBytes);
  if (!read)
    return page(
      c,
      422,
      'dashboard/send',
      sendPage(runtime, readerOf(c), () => ''),
    );
  const reader = readerOf(c);
  const refusal = refusalOf(runtime, reader, read);
  if (refusal !== undefined)
    return page(c, 422, 'dashboard/send', sendPage(runtime, reader, read, { read, ...refusal }));
  const { remoteAddress, isHttps } = connectionOf(c, options.trustProxy);
  const { requestId } = await serveMerchant(runtime, callOf(runtime, read, remoteAddress, isHttps));
  // Not even the log entry could be stored.
  if (requestId === undefined) return messagePage(c, 500, 'failed');
  return seeOther(`/_sandbox/requests/${requestId}`);
}

function replay(c: Context<AppEnv>, parts: AppParts): Promise<Response> {
  return act(c, parts, {
    operation: 'replayRequest',
    ask: (read) => ({
      params: { id: c.req.param('id') ?? '' },
      body: read('invoice_no') === '' ? {} : { invoice_no: read('invoice_no') },
    }),
    next: ({ id }) => `/_sandbox/requests/${id}`,
    again: ({ read, refusal }) => {
      const row = parts.runtime.store.requests.get(idOf(c));
      if (!row) return notFoundPage(c, parts.runtime);
      const model = requestPage(parts.runtime, readerOf(c), row, {
        invoiceNo: read('invoice_no'),
        error: refusal,
      });
      return page(c, 422, 'dashboard/request', model);
    },
  });
}
