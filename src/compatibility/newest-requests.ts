import { nextTurn } from '../host/timers.ts';
import { senderOf } from '../merchant-api/logged-request.ts';
import type { LoggedRequest } from '../store/requests.ts';
import type { Store } from '../store/store.ts';
import { fieldsOf, isOwn } from './logged-fields.ts';

const most = 1000;
/** With the largest bodies, reading and parsing these takes about 10 ms. Other work has to wait for it. */
const atOnce = 40;

/**
 * The newest requests of an account's clients, or of all, newest first, without those of the sandbox's own tools. Their
 * fields are parsed, so that `fieldsOf` takes no more time.
 */
export async function newestRequests(
  store: Store,
  accountId: string | undefined,
): Promise<readonly LoggedRequest[]> {
  const all = await newestOf(store, accountId);
  if (accountId === undefined) return all;
  // Refused before their keys were checked, these have no account, as those to a name that no gateway has.
  const others = (await newestOf(store, undefined)).filter(
    (row) => row.accountId === null && senderOf(store, row)?.id === accountId,
  );
  return [...all, ...others].sort((one, other) => other.id - one.id).slice(0, most);
}

async function newestOf(
  { requests }: Store,
  accountId: string | undefined,
): Promise<readonly LoggedRequest[]> {
  const rows: LoggedRequest[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  while (rows.length < most) {
    const page = requests.list({ accountId }, { before, limit: Math.min(atOnce, most - rows.length) });
    const theirs = page.filter((row) => !isOwn(row));
    for (const row of theirs) fieldsOf(row);
    rows.push(...theirs);
    const last = page.at(-1);
    if (!last || page.length < atOnce) break;
    before = last.id;
    await nextTurn();
  }
  return rows;
}
