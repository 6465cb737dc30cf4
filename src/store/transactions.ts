import { and, eq, gte, sql } from 'drizzle-orm';
import type { Mode } from './columns.ts';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { type TransactionStatus, transactions } from './schema.ts';
import { filtered, insertInto, type NewRow, type PageRequest } from './statements.ts';

export type Transaction = typeof transactions.$inferSelect;

export interface TransactionFilter {
  readonly invoiceNo?: string | undefined;
  readonly gateway?: string | undefined;
  readonly status?: string | undefined;
  readonly mode?: string | undefined;
  readonly accountId?: string | undefined;
}

export type TransactionStore = ReturnType<typeof transactionStore>;

export function transactionStore(database: Database) {
  const statements = prepare(database);
  const list = filtered(database.orm, transactions, {
    invoiceNo: transactions.invoiceNo,
    status: transactions.status,
    gateway: transactions.gateway,
    mode: transactions.mode,
    accountId: transactions.accountId,
  });

  return {
    get: (id: number): Transaction | undefined => statements.one.get({ id }),

    list: (filter: TransactionFilter, page: PageRequest): Transaction[] => list(filter, page),

    /** Who holds an invoice number: at most one transaction of an account and mode. */
    holderOf: (accountId: string, mode: Mode, invoiceNo: string): Transaction | undefined =>
      statements.holder.get({ accountId, mode, invoiceNo }),

    /** The new transaction's id, or undefined when another one holds its invoice number already. */
    insert(row: NewRow<typeof transactions>): number | undefined {
      const { changes, lastInsertRowid } = statements.insert(row);
      return changes === 1 ? Number(lastInsertRowid) : undefined;
    },

    /** Ends a transaction that is `started`, once: false when it has ended before. */
    end(id: number, status: TransactionStatus, paymentMethod: string | null, at: number): boolean {
      return statements.end.run({ id, status, paymentMethod, at }).changes === 1;
    },

    /** Lets a transaction hold its invoice number from now on: false when another one does. */
    holdInvoice: (id: number): boolean => statements.hold.run({ id }).changes === 1,

    /** How many transactions of an account and mode were made since a time. */
    countSince: (accountId: string, mode: Mode, since: number): number =>
      statements.count.get({ accountId, mode, since })?.count ?? 0,
  };
}

function prepare({ orm }: Database) {
  const id = sql.placeholder('id');
  const ofAccount = and(
    eq(transactions.accountId, sql.placeholder('accountId')),
    eq(transactions.mode, sql.placeholder('mode')),
  );
  return lazy({
    one: () => orm.select().from(transactions).where(eq(transactions.id, id)).prepare(),
    holder: () =>
      orm
        .select()
        .from(transactions)
        // Spelled as in the partial index, so that SQLite uses it.
        .where(
          and(ofAccount, eq(transactions.invoiceNo, sql.placeholder('invoiceNo')), sql`holds_invoice = 1`),
        )
        .prepare(),
    insert: () => insertInto(orm, transactions, { orIgnore: true }),
    end: () =>
      orm
        .update(transactions)
        .set({
          status: sql`${sql.placeholder('status')}`,
          paymentMethod: sql`${sql.placeholder('paymentMethod')}`,
          decidedAt: sql`${sql.placeholder('at')}`,
        })
        .where(and(eq(transactions.id, id), eq(transactions.status, 'started')))
        .prepare(),
    // OR IGNORE: a holder of the same number leaves the row as it is.
    hold: () =>
      orm
        .update(transactions)
        .set({ holdsInvoice: true })
        .where(
          and(
            eq(transactions.id, id),
            sql`NOT EXISTS (SELECT 1 FROM transactions AS other WHERE other.account_id = ${transactions.accountId}
            AND other.mode = ${transactions.mode} AND other.invoice_no = ${transactions.invoiceNo}
            AND other.holds_invoice = 1 AND other.id <> ${transactions.id})`,
          ),
        )
        .prepare(),
    count: () =>
      orm
        .select({ count: sql<number>`count(*)` })
        .from(transactions)
        .where(and(ofAccount, gte(transactions.createdAt, sql.placeholder('since'))))
        .prepare(),
  });
}
