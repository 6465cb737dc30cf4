import type { Connection, QueryOf } from '../client/connection.ts';
import type { RequestLogEntry } from '../client/contract.ts';
import { parseBody } from '../protocol/form-encoding.ts';
import { type ControlFlags, controlClient } from './control-client.ts';
import { localMoment, localTime } from './local-time.ts';
import { jsonText, oneLine, pairs, show, showList, table } from './output.ts';
import { type PageFlags, type PageQuery, rowsOf } from './pages.ts';
import { print } from './print.ts';
import { pauseAfterNothing } from './wait.ts';

interface RequestFlags extends ControlFlags, PageFlags {
  readonly follow?: boolean;
  readonly gateway?: string;
  /** Typed text: the sandbox validates it. */
  readonly code?: NonNullable<QueryOf<'listRequests'>['code']>;
  readonly account?: string;
}

interface ReplayFlags extends ControlFlags {
  readonly invoiceNo?: string;
}

const patience = '30s';

/** Lists requests, newest first, or shows one. `--follow` lists the oldest first and continues. */
export async function requests(id: string | undefined, flags: RequestFlags): Promise<void> {
  const client = controlClient(flags);
  if (id !== undefined) {
    const one = await client.call('getRequest', { params: { id } });
    return show(flags, one, () => requestText(one));
  }
  if (flags.follow) return follow(client, flags);
  const headings = ['ID', 'AT', 'REQUEST', 'STATUS', 'CODE', 'MS', 'TRANSACTION', 'FAULT', 'REASON'];
  const page = (query: PageQuery) => pageOf(client, flags, query);
  await showList(flags, page, { headings, row, none: 'There are no requests.' });
}

/** Sends a logged request again and shows the response. */
export async function replay(id: string, flags: ReplayFlags): Promise<void> {
  const one = await controlClient(flags).call('replayRequest', {
    params: { id },
    body: { invoice_no: flags.invoiceNo },
  });
  show(flags, one, () => requestText(one));
}

/** One request as text: its content, the checks it passed, and why it was refused. */
export function requestText(one: RequestLogEntry): string {
  const reason = reasonOf(one);
  const fields = sentFields(one).map(([name, value]) => [`  ${name}`, value] as const);
  const trace = one.trace.map(({ check, passed, expected, got }) => [
    passed ? 'passed' : 'FAILED',
    check,
    got,
    passed ? '' : expected,
  ]);
  return [
    pairs([
      ['id', one.id],
      ['request', `${one.method} ${one.path}`],
      ['at', localTime(one.at)],
      ['account', one.account && `${one.account}, ${one.mode}`],
      ['answer', `${one.status} ${one.code ?? ''}`.trim()],
      ['reason', reason],
      ['advice', one.note === reason ? null : one.note],
      ['transaction', one.transaction_id],
      ['process', one.process_id],
      ['fault', one.fault],
      ['assumptions', one.assumptions.join(', ')],
      ['warnings', one.lint.join('; ')],
    ]),
    fields.length === 0 ? 'No fields came.' : `Fields:\n${pairs(fields)}`,
    table(['CHECK', 'NAME', 'CAME', 'EXPECTED'], trace, 'No check ran.'),
  ].join('\n\n');
}

function sentFields(one: RequestLogEntry): [name: string, value: string][] {
  const [, query = ''] = one.path.split(/\?(.*)/s);
  return [...new URLSearchParams(query), ...fieldsOf(one)];
}

/** The fields of a logged body in any supported format, without files and nested values. */
function fieldsOf({ headers, body }: RequestLogEntry): ReadonlyMap<string, string> {
  const parsed = parseBody(String(headers['content-type'] ?? ''), Buffer.from(body), { json: true });
  // A client without a Content-Type has most likely sent a form.
  if ('unsupported' in parsed) return new Map(new URLSearchParams(body));
  const fields = 'form' in parsed ? [...parsed.form] : [];
  return new Map(fields.flatMap(([name, value]) => ('text' in value ? [[name, value.text] as const] : [])));
}

/** Why the call was refused, by a check or earlier. Empty if it wasn't refused. */
function reasonOf({ trace, note }: RequestLogEntry): string {
  return trace.find(({ passed }) => !passed)?.got ?? note ?? '';
}

/** A request on one line. For a refused one, includes the check that failed. */
export function requestLine(entry: RequestLogEntry): string {
  const { at, method, path, status, code, trace } = entry;
  const failed = trace.find(({ passed }) => !passed);
  const why = [failed && `at ${failed.check}`, reasonOf(entry)].filter(Boolean).join(': ');
  return oneLine(
    `${localMoment(at)}  ${method} ${path}  ${status}${code === null ? '' : ` ${code}`}${why && `  ${why}`}`,
  );
}

async function follow(client: Connection, flags: RequestFlags): Promise<never> {
  let after = '';
  const { data } = await rowsOf(flags, async (query) => {
    const page = await pageOf(client, flags, query);
    // The first page has the newest request.
    after ||= page.cursor;
    return page;
  });
  tell(data, flags);
  for (;;) {
    const { news, cursor } = await newerThan(after, client, flags);
    tell(news, flags);
    // A reset ends the wait. A pause then could miss everything up to the next one.
    if (cursor === after) await pauseAfterNothing({ data: news });
    after = cursor;
  }
}

/** Everything after a cursor, newest first, and the next cursor. Waits until `patience` runs out. */
async function newerThan(after: string, client: Connection, flags: RequestFlags) {
  const first = await pageOf(client, flags, { limit: 200, after, wait: patience });
  const news = [...first.data];
  for (let { next } = first; next !== null; ) {
    const page = await pageOf(client, flags, { limit: 200, after, cursor: next });
    news.push(...page.data);
    // Cursors must decrease. Otherwise a wrong server could keep this loop running forever.
    next = page.next !== null && Number(page.next) < Number(next) ? page.next : null;
  }
  return { news, cursor: first.cursor };
}

function tell(newestFirst: readonly RequestLogEntry[], { json }: RequestFlags): void {
  for (const each of newestFirst.toReversed()) print(json ? jsonText(each) : requestLine(each));
}

function pageOf(
  client: Connection,
  { gateway, code, account }: RequestFlags,
  query: QueryOf<'listRequests'>,
) {
  return client.call('listRequests', { query: { gateway, code, account, ...query } });
}

function row(entry: RequestLogEntry): (string | null)[] {
  return [
    entry.id,
    localTime(entry.at),
    `${entry.method} ${entry.path}`,
    String(entry.status),
    entry.code,
    entry.duration_ms.toFixed(1),
    entry.transaction_id,
    entry.fault,
    reasonOf(entry),
  ];
}
