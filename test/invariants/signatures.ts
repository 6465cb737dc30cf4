import type Sqlite from 'better-sqlite3';
import { isGenuine, type Pair, pairsOf, pairsOfJson } from '../support/verifier.ts';
import type { StoredEvents } from './stored-events.ts';

interface CallbackRow {
  readonly id: number;
  readonly transactionId: number;
  readonly accountId: string;
  readonly secret: string;
  readonly status: string;
  readonly url: string;
  readonly body: string | null;
  readonly fields: string;
}

/**
 * I5: delivered and pending callbacks pass an independent verifier, and all genuine attempts have the same
 * bytes.
 */
export function signatureBreaches(sqlite: Sqlite.Database, events: StoredEvents): string[] {
  const rows = sqlite
    .prepare<[], CallbackRow>(
      `SELECT c.id, c.transaction_id AS transactionId, c.account_id AS accountId, a.secret_key AS secret, c.status, c.url,
         c.body, c.fields FROM callbacks AS c JOIN accounts AS a ON a.id = c.account_id WHERE c.tamper IS NULL`,
    )
    .all();
  const signedNow = rows.filter((row) => isSignedAsNow(row, events));
  return [
    ...signedNow
      .filter((row) => !isGenuine(sentPairs(row), row.secret))
      .map(({ id, status }) => `I5: callback ${id}, which is ${status}, does not verify`),
    ...otherBytes(sqlite).map((id) => `I5: the genuine attempts of callback ${id} differ in their bytes`),
    ...undelivered(sqlite).map((id) => `I5: callback ${id} is delivered and no genuine attempt was answered`),
  ];
}

/** The account still has the same key, and the signed string has the verifier's layout. */
function isSignedAsNow({ id, accountId }: CallbackRow, events: StoredEvents): boolean {
  const created = events.idOf('callback.created', id);
  const layout = events.setting(['signature', 'layout'], created) ?? 'encoded';
  const scope = events.setting(['signature', 'scope'], created) ?? 'own';
  return layout === 'encoded' && scope === 'own' && !events.isChangedSince(accountId, created);
}

/** The parameters that a merchant receives. For a GET, those of the merchant's own URL come first. */
function sentPairs({ url, body, fields }: CallbackRow): Pair[] {
  if (body !== null) return pairsOfJson(body);
  const [target = ''] = url.split('#', 1);
  const query = target.slice(target.indexOf('?') + 1).split('&');
  return pairsOf(query.slice(-JSON.parse(fields).length).join('&'));
}

function otherBytes(sqlite: Sqlite.Database): number[] {
  return sqlite
    .prepare<[], number>(
      `SELECT callback_id FROM callback_attempts WHERE genuine = 1 AND request <> ''
       GROUP BY callback_id HAVING count(DISTINCT request) > 1`,
    )
    .pluck()
    .all();
}

function undelivered(sqlite: Sqlite.Database): number[] {
  return sqlite
    .prepare<[], number>(
      `SELECT id FROM callbacks AS c WHERE status = 'delivered' AND tamper IS NULL AND NOT EXISTS
         (SELECT 1 FROM callback_attempts AS a WHERE a.callback_id = c.id AND a.genuine = 1
           AND a.answer_status BETWEEN 200 AND 399)`,
    )
    .pluck()
    .all();
}
