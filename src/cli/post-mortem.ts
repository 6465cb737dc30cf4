import { inProcess } from '../client/in-process.ts';
import type { Running } from '../sandbox/run.ts';
import { type CallbackEntry, callbackText } from './callbacks.ts';
import { type ControlClient, controlClient, type Page } from './control-client.ts';
import { type RequestEntry, requestLine } from './requests.ts';
import { storyText, type TransactionRow, type TransactionStory } from './transactions.ts';

/** So many of each are told; the newest ones. */
const mostTold = 10;

/** What went wrong while a command ran: refused requests, payments that were not completed, callbacks that did not arrive. */
export async function postMortem({ url, token, sandbox }: Running): Promise<string> {
  const flags = { url, ...(token !== undefined && { token }) };
  const client = controlClient(flags, { ask: inProcess(sandbox.app) });
  const parts = [
    ...section('Requests that were refused', (await refused(client)).map(requestLine), '\n'),
    ...section('Payments that were not completed', (await unpaid(client)).map(storyText), '\n\n'),
    ...section('Callbacks that were not delivered', (await undelivered(client)).map(callbackText), '\n\n'),
  ];
  return parts.length === 0 ? 'gateway-sandbox: nothing went wrong with the payments.' : parts.join('\n\n');
}

async function refused(client: ControlClient): Promise<RequestEntry[]> {
  const { data } = await client.get<Page<RequestEntry>>('requests', { limit: '200' });
  return data
    .filter(({ status }) => status >= 400)
    .slice(0, mostTold)
    .reverse();
}

async function unpaid(client: ControlClient): Promise<TransactionStory[]> {
  const { data } = await client.get<Page<TransactionRow>>('transactions', { limit: '200' });
  const failed = data.filter(({ status }) => status !== 'completed').slice(0, mostTold);
  return Promise.all(
    failed.reverse().map(({ transaction_id: id }) => client.get<TransactionStory>(`transactions/${id}`)),
  );
}

async function undelivered(client: ControlClient): Promise<CallbackEntry[]> {
  const { data } = await client.get<Page<CallbackEntry>>('callbacks', { limit: '200' });
  return data
    .filter(({ status }) => status === 'exhausted' || status === 'pending')
    .slice(0, mostTold)
    .reverse();
}

function section(title: string, entries: readonly string[], between: string): string[] {
  return entries.length === 0 ? [] : [`gateway-sandbox: ${title}\n\n${entries.join(between)}`];
}
