import type { Connection } from '../client/connection.ts';
import type { Callback, RequestLogEntry, Transaction, TransactionWithTimeline } from '../client/contract.ts';
import { inProcess } from '../client/in-process.ts';
import type { Running } from '../sandbox/run.ts';
import { callbackText } from './callbacks.ts';
import { controlClient } from './control-client.ts';
import { requestLine } from './requests.ts';
import { storyText } from './transactions.ts';

/** The newest ones of each kind. */
const mostTold = 10;
const newest = { limit: 200 };

/** What went wrong during a command: refused requests, unfinished payments, lost responses, undelivered callbacks. */
export async function postMortem({ url, token, sandbox }: Running): Promise<string> {
  const flags = { url, ...(token !== undefined && { token }) };
  const client = controlClient(flags, { ask: inProcess(sandbox.app) });
  const parts = [
    ...section('Requests that were refused', (await refused(client)).map(requestLine), '\n'),
    ...section('Payments that were not completed', (await unpaid(client)).map(storyText), '\n\n'),
    ...section(
      'Payments whose response did not reach your app',
      (await unanswered(client)).map(storyText),
      '\n\n',
    ),
    ...section('Callbacks that were not delivered', (await undelivered(client)).map(callbackText), '\n\n'),
  ];
  return parts.length === 0 ? 'gateway-sandbox: nothing went wrong with the payments.' : parts.join('\n\n');
}

async function refused(client: Connection): Promise<RequestLogEntry[]> {
  const { data } = await client.call('listRequests', { query: newest });
  return data
    .filter(({ status }) => status >= 400)
    .slice(0, mostTold)
    .reverse();
}

async function unpaid(client: Connection): Promise<TransactionWithTimeline[]> {
  const { data } = await client.call('listTransactions', { query: newest });
  return stories(
    client,
    data.filter(({ status }) => status !== 'completed'),
  );
}

async function unanswered(client: Connection): Promise<TransactionWithTimeline[]> {
  const { data } = await client.call('listTransactions', { query: { ...newest, verdict: 'unanswered' } });
  return stories(
    client,
    data.filter(({ status }) => status === 'completed'),
  );
}

function stories(client: Connection, found: readonly Transaction[]): Promise<TransactionWithTimeline[]> {
  const told = found.slice(0, mostTold).reverse();
  return Promise.all(told.map(({ transaction_id: id }) => client.call('getTransaction', { params: { id } })));
}

async function undelivered(client: Connection): Promise<Callback[]> {
  const { data } = await client.call('listCallbacks', { query: newest });
  return data
    .filter(({ status }) => status === 'exhausted' || status === 'pending')
    .slice(0, mostTold)
    .reverse();
}

function section(title: string, entries: readonly string[], between: string): string[] {
  return entries.length === 0 ? [] : [`gateway-sandbox: ${title}\n\n${entries.join(between)}`];
}
