import type { Connection } from '../../client/connection.ts';
import type { Callback, Gateway, Page, RequestLogEntry } from '../../client/contract.ts';
import { parseBody } from '../../protocol/form-encoding.ts';
import { parseHeaderValue } from '../../protocol/header-value.ts';

/** What a client has shown of itself: its requests, and how it took what was sent to it. Newest first. */
export interface Seen {
  readonly requests: readonly RequestLogEntry[];
  readonly callbacks: readonly Callback[];
  readonly gateways: readonly Pick<Gateway, 'token' | 'name'>[];
  /** The settings that hold now, as `GET settings` has them. */
  readonly settings: unknown;
  /** Invoice numbers that were refused for being used, although no payment with them was completed. */
  readonly unpaidInvoices: ReadonlySet<string>;
}

/** Reads all that the sandbox has kept of it, up to the newest 1,000 requests and callbacks each. Throws `CommandFailed`. */
export async function seenBy(client: Connection): Promise<Seen> {
  const [requests, callbacks, gateways, settings] = await Promise.all([
    newest((page) => client.call('listRequests', { query: page })),
    newest((page) => client.call('listCallbacks', { query: page })),
    client.call('listGateways'),
    client.call('getSettings'),
  ]);
  const unpaidInvoices = await unpaid(client, requests);
  return { requests, callbacks, gateways: gateways.data, settings, unpaidInvoices };
}

export function isJsonBody({ headers }: RequestLogEntry): boolean {
  return /^(application|text)\/([\w.-]+\+)?json$/.test(parseHeaderValue(contentTypeOf(headers)).type);
}

/** The fields of a body in whatever form it came; files and nested values are left out. */
export function fieldsOf({ headers, body }: RequestLogEntry): ReadonlyMap<string, string> {
  const parsed = parseBody(contentTypeOf(headers), Buffer.from(body), { json: true });
  // A client that forgot its Content-Type has most likely sent a form.
  if ('unsupported' in parsed) return new Map(new URLSearchParams(body));
  const fields = 'form' in parsed ? [...parsed.form] : [];
  return new Map(fields.flatMap(([name, value]) => ('text' in value ? [[name, value.text] as const] : [])));
}

function contentTypeOf(headers: RequestLogEntry['headers']): string {
  return String(headers['content-type'] ?? '');
}

/** By the decision trace, for not every profile names fields in the answer. */
export function isUsedInvoice({ trace }: RequestLogEntry): boolean {
  return trace.some(({ passed, got }) => !passed && String(got).includes('invoice_no has been used before'));
}

const mostPages = 5;

type ListPage<Row> = (page: {
  readonly limit: number;
  readonly cursor: string | undefined;
}) => Promise<Page<Row>>;

async function newest<Row>(list: ListPage<Row>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { data, next } = await list({ limit: 200, cursor });
    rows.push(...data);
    if (next === null) break;
    cursor = next;
  }
  return rows;
}

async function unpaid(
  client: Connection,
  requests: readonly RequestLogEntry[],
): Promise<ReadonlySet<string>> {
  const refused = requests.filter(isUsedInvoice).map((request) => fieldsOf(request).get('invoice_no') ?? '');
  const invoices = [...new Set(refused)].slice(0, 50);
  const isUnpaid = async (invoice_no: string) => {
    const { data } = await client.call('listTransactions', { query: { invoice_no } });
    return data.every(({ status }) => status !== 'completed');
  };
  const verdicts = await Promise.all(invoices.map(isUnpaid));
  return new Set(invoices.filter((_invoice, at) => verdicts[at]));
}
