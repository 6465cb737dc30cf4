import { readFileSync } from 'node:fs';
import { allRoutes } from '../support/routes.ts';
import type { TestSandbox } from '../support/sandbox.ts';
import { dumper } from './dump.ts';
import { asTester, secretAccount } from './misuse.ts';

/** Everything that a sandbox stores or outputs, by place: `table otps`, `GET /_sandbox/inbox`. */
export async function placesOf(sandbox: TestSandbox): Promise<ReadonlyMap<string, string>> {
  const places = new Map<string, string>();
  for (const [table, rows] of Object.entries(dumper(sandbox)())) places.set(`table ${table}`, textOf(rows));
  for (const path of await readable()) places.set(`GET ${path}`, await read(sandbox, path));
  return places;
}

/** The bytes of the data file and its write-ahead log, as text. */
export function bytesOf(data: string): string {
  return ['', '-wal'].map((suffix) => readFileSync(data + suffix, 'latin1')).join('');
}

/** Everything that can be read without side effects: every route, every kind of export, some records. */
async function readable(): Promise<readonly string[]> {
  const routes = await allRoutes();
  // A backup is the database itself, which is searched table by table.
  const paths = routes.flatMap(({ method, path }) =>
    method === 'GET' && path !== '/_sandbox/api/backup' ? [path] : [],
  );
  const lists = ['transactions', 'requests', 'callbacks'];
  const files = ['json', 'csv', 'har'].flatMap((kind) => lists.map((list) => `${list}/export/${kind}`));
  const suites = ['curl', 'vitest', 'phpunit', 'pytest'].flatMap((suite) =>
    [100_001, 100_002, 100_003].map((id) => `transactions/${id}/export/${suite}`),
  );
  const requests = Array.from({ length: 14 }, (_, at) => [`requests/${at}`, `requests/${at}/har`]).flat();
  const records = [
    'transactions/100001',
    'transactions/100002',
    'callbacks/1',
    'inbox/0912345678',
    'nothing',
  ];
  const more = [...files, ...suites, ...requests, ...records, 'events?after=0'].map(
    (path) => `/_sandbox/${path}`,
  );
  return [...paths.map((path) => path.replace('/accounts/demo', `/accounts/${secretAccount.id}`)), ...more];
}

async function read(sandbox: TestSandbox, path: string): Promise<string> {
  const answer = await asTester(sandbox, path);
  const headers = JSON.stringify([...answer.headers]);
  if (!headers.includes('text/event-stream')) return headers + (await answer.text());
  // A stream does not end, but everything so far arrives immediately.
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return headers + new TextDecoder().decode(value);
}

/** Rows as text, including the bytes of a merchant's answer. */
function textOf(rows: readonly unknown[]): string {
  return JSON.stringify(rows, (_key, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  );
}
