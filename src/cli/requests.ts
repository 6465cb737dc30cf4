import {
  type ControlClient,
  type ControlFlags,
  controlClient,
  type Page,
  type Query,
} from './control-client.ts';
import { jsonText, oneLine, shortTime, show, table } from './output.ts';
import { print } from './print.ts';

interface RequestFlags extends ControlFlags {
  readonly follow?: boolean;
  readonly gateway?: string;
  readonly code?: string;
  readonly account?: string;
  readonly limit: number;
}

export interface RequestEntry {
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly fault: string | null;
  readonly duration_ms: number;
  readonly transaction_id: string | null;
  readonly trace: readonly { readonly check: string; readonly passed: boolean; readonly got: unknown }[];
}

const patience = '30s';

/** The API's request log, newest first; `--follow` turns it round and goes on until the sandbox ends. */
export async function requests(flags: RequestFlags): Promise<void> {
  const client = controlClient(flags);
  if (flags.follow) return follow(client, flags);
  const page = await pageOf(client, flags, flags.limit);
  const headings = ['ID', 'AT', 'REQUEST', 'STATUS', 'CODE', 'MS', 'TRANSACTION', 'FAULT'];
  show(flags, page, () => table(headings, page.data.map(row), 'There are no requests.'));
}

/** One request in one line; a refused one says at which check. */
export function requestLine({ at, method, path, status, code, trace }: RequestEntry): string {
  const failed = trace.find(({ passed }) => !passed);
  const why = failed === undefined ? '' : `  at ${failed.check}: ${textOf(failed.got)}`;
  return oneLine(`${at.slice(11, 23)}  ${method} ${path}  ${status}${code === null ? '' : ` ${code}`}${why}`);
}

async function follow(client: ControlClient, flags: RequestFlags): Promise<never> {
  const { data } = await pageOf(client, flags, flags.limit);
  tell(data, flags);
  let last = newestOf(data);
  for (;;) {
    const news = await newerThan(last ?? '0', client, flags);
    tell(news, flags);
    last = newestOf(news) ?? last;
  }
}

/** Everything behind `last`, newest first, as soon as there is something; nothing when the patience is over. */
async function newerThan(last: string, client: ControlClient, flags: RequestFlags): Promise<RequestEntry[]> {
  const first = await pageOf(client, flags, 200, { after: last, wait: patience });
  const news = [...first.data];
  for (let { next } = first; next !== null; ) {
    const page = await pageOf(client, flags, 200, { after: last, cursor: next });
    news.push(...page.data);
    ({ next } = page);
  }
  return news;
}

function tell(newestFirst: readonly RequestEntry[], { json }: RequestFlags): void {
  for (const each of newestFirst.toReversed()) print(json ? jsonText(each) : requestLine(each));
}

function newestOf([newest]: readonly RequestEntry[]): string | undefined {
  return newest?.id;
}

function pageOf(
  client: ControlClient,
  { gateway, code, account }: RequestFlags,
  limit: number,
  more: Query = {},
) {
  return client.get<Page<RequestEntry>>('requests', {
    gateway,
    code,
    account,
    limit: String(limit),
    ...more,
  });
}

function row(entry: RequestEntry): (string | null)[] {
  return [
    entry.id,
    shortTime(entry.at),
    `${entry.method} ${entry.path}`,
    String(entry.status),
    entry.code,
    entry.duration_ms.toFixed(1),
    entry.transaction_id,
    entry.fault,
  ];
}

function textOf(got: unknown): string {
  return typeof got === 'string' ? got : JSON.stringify(got);
}
