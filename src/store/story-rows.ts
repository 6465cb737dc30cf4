import type { Database } from './database.ts';
import type { StoredRow } from './snapshot-rows.ts';

export type StoryRowStore = ReturnType<typeof storyRowStore>;

const ofProcess =
  'process_id IN (SELECT process_id FROM verifications WHERE transaction_id = @id AND process_id IS NOT NULL)';
const ofCallback = 'callback_id IN (SELECT id FROM callbacks WHERE transaction_id = @id)';
const ofAccount = '= (SELECT account_id FROM transactions WHERE id = @id)';

/** Which rows of each table belong to a transaction, and their order. */
const parts: Readonly<Record<string, readonly [where: string, order: string]>> = {
  accounts: [`id ${ofAccount}`, 'id'],
  access_tokens: [`account_id ${ofAccount}`, 'mode'],
  transactions: ['id = @id', 'id'],
  checkouts: ['transaction_id = @id', 'token'],
  verifications: ['transaction_id = @id', 'process_id'],
  otps: [ofProcess, 'id'],
  callbacks: ['transaction_id = @id', 'id'],
  callback_attempts: [ofCallback, 'callback_id, number'],
  requests: [
    `id IN (SELECT id FROM requests WHERE transaction_id = @id UNION SELECT id FROM requests WHERE ${ofProcess})`,
    'id',
  ],
  events: [
    `id IN (SELECT id FROM events WHERE transaction_id = @id UNION SELECT id FROM events WHERE ${ofProcess})`,
    'id',
  ],
};

/** The rows of one transaction as SQLite stores them, for a payment file. */
export function storyRowStore({ orm: { $client: sqlite } }: Database) {
  return {
    /** Empty for tables that have nothing to do with transactions. */
    of(table: string, transactionId: number): StoredRow[] {
      const part = Object.hasOwn(parts, table) ? parts[table] : undefined;
      if (!part) return [];
      const [where, order] = part;
      const select = sqlite.prepare(`SELECT * FROM ${table} WHERE ${where} ORDER BY ${order}`);
      // The columns that the statement selects.
      return select.all({ id: transactionId }) as StoredRow[];
    },
  };
}
