import type { Connection } from '../client/connection.ts';
import { inProcess } from '../client/in-process.ts';
import type { Running } from '../sandbox/run.ts';
import { callbackStatuses, transactionStatuses } from '../store/statuses.ts';
import { callbackText } from './callbacks.ts';
import { controlClient } from './control-client.ts';
import { countText, mostAtOnce, mostCounted } from './pages.ts';
import { requestLine } from './requests.ts';
import { storyText } from './transactions.ts';

/** One kind of thing that went wrong. */
interface Kind {
  readonly title: string;
  /** In any order. Counting stops beyond `mostCounted`. */
  readonly ids: readonly number[];
  readonly text: (id: string) => Promise<string>;
  readonly between: string;
  /** Lists all of them. */
  readonly command: string;
}

/** The newest ones of each kind. */
const mostTold = 10;
/** Each page judges up to 1,000 payments. */
const mostPages = 50;

/** What went wrong during a command: refused and dropped requests, unfinished payments, lost responses, undelivered callbacks. */
export async function postMortem(running: Running): Promise<string> {
  const wrong = (await kindsOf(running)).filter(({ ids }) => ids.length > 0);
  const wasReplaced = running.sandbox.runtime.store.generation() > 0;
  const replacing = 'the last reset or restored snapshot';
  if (wrong.length === 0)
    return `gateway-sandbox: nothing went wrong with the payments${wasReplaced ? ` since ${replacing}` : ''}.`;
  const sections = await Promise.all(wrong.map(section));
  if (wasReplaced) sections.push(`gateway-sandbox: What happened before ${replacing} may be missing.`);
  return sections.join('\n\n');
}

async function kindsOf(running: Running): Promise<readonly Kind[]> {
  const { url, token, sandbox } = running;
  const client = controlClient(
    { url, ...(token !== undefined && { token }) },
    { ask: inProcess(sandbox.app) },
  );
  const story = async (id: string) => storyText(await client.call('getTransaction', { params: { id } }));
  const { refused, dropped, unpaid, undelivered } = found(running);
  const listed = {
    text: async (id: string) => requestLine(await client.call('getRequest', { params: { id } })),
    between: '\n',
    command: 'requests --all',
  };
  return [
    { title: 'Requests that were refused', ids: refused, ...listed },
    { title: 'Requests that got no response', ids: dropped, ...listed },
    {
      title: 'Payments that were not completed',
      ids: unpaid,
      text: story,
      between: '\n\n',
      command: 'transactions --all',
    },
    {
      title: 'Payments whose response did not reach your app',
      ids: await unanswered(client),
      text: story,
      between: '\n\n',
      command: 'transactions --all --verdict unanswered',
    },
    {
      title: 'Callbacks that were not delivered',
      ids: undelivered,
      text: async (id) => callbackText(await client.call('getCallback', { params: { id } })),
      between: '\n\n',
      command: 'callbacks --all',
    },
  ];
}

/** From the store, whose indexes find them behind any number of others. */
function found({ sandbox }: Running) {
  const { requests, transactions, callbacks } = sandbox.runtime.store;
  const page = { before: Number.MAX_SAFE_INTEGER, limit: mostCounted + 1 };
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
  const requestsOf = (statusClass: number) => idsOf(requests.list({ statusClass }, page));
  return {
    refused: [4, 5].flatMap(requestsOf),
    // A fault dropped them, and their status is 0.
    dropped: requestsOf(0),
    unpaid: transactionStatuses
      .filter((status) => status !== 'completed')
      .flatMap((status) => idsOf(transactions.list({ status }, page))),
    undelivered: callbackStatuses
      .filter((status) => status === 'exhausted' || status === 'pending')
      .flatMap((status) => idsOf(callbacks.list({ status }, page))),
  };
}

/** Completed payments whose response was lost. Unlike a status, a verdict has no index. */
async function unanswered(client: Connection): Promise<number[]> {
  const query = { status: 'completed', verdict: 'unanswered', limit: mostAtOnce } as const;
  const ids: number[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages && ids.length <= mostCounted; pages += 1) {
    const { data, next } = await client.call('listTransactions', { query: { ...query, cursor } });
    ids.push(...data.map(({ transaction_id: id }) => Number(id)));
    if (next === null) break;
    cursor = next;
  }
  return ids;
}

async function section({ title, ids, text, between, command }: Kind): Promise<string> {
  const newest = ids.toSorted((a, b) => a - b).slice(-mostTold);
  const told = await Promise.all(newest.map((id) => text(String(id))));
  const more =
    ids.length > mostTold
      ? `\n\nThese are the newest ${mostTold} of ${countText(ids.length)}. To list them all, run \`gateway-sandbox ${command}\` in your command before it ends.`
      : '';
  return `gateway-sandbox: ${title}\n\n${told.join(between)}${more}`;
}
