import { and, count, eq, gt, lte } from 'drizzle-orm';
import type { Mode } from '../protocol/vocabulary.ts';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { transactions } from './schema.ts';
import { bound, filtered, insertInto, literal, type NewRow, type PageRequest } from './statements.ts';
import type { TransactionStatus } from './statuses.ts';
import { rowsWhere } from './whole-rows.ts';

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

    /** The transaction that holds an invoice number: at most one per account and mode. */
    holderOf: (accountId: string, mode: Mode, invoiceNo: string): Transaction | undefined =>
      statements.holder.get({ accountId, mode, invoiceNo }),

    /** The new transaction's id. Throws when another one already holds its invoice number. */
    insert: (row: NewRow<typeof transactions>): number => Number(statements.insert(row).lastInsertRowid),

    /** Ends a `started` transaction. Returns false when it has already ended. */
    end(id: number, status: TransactionStatus, paymentMethod: string | null, at: number): boolean {
      return statements.end.run({ id, status, paymentMethod, at }).changes === 1;
    },

    /** Records the fault that kept the answer to its confirm from the app. */
    loseAnswer: (id: number, fault: string): void => {
      statements.lose.run({ id, fault });
    },

    /** Makes a transaction hold its invoice number. Throws when another one holds it. */
    holdInvoice: (id: number): void => {
      statements.hold.run({ id });
    },

    /** Makes a transaction hold no invoice number any more, so that another one can. */
    releaseInvoice: (id: number): void => {
      statements.release.run({ id });
    },

    /** How many transactions of an account and mode were created after `since`, up to and including `until`. */
    countBetween: (accountId: string, mode: Mode, since: number, until: number): number =>
      statements.count.get({ accountId, mode, since, until })?.count ?? 0,
  };
}

function prepare({ orm }: Database) {
  const id = bound('id');
  const ofAccount = and(eq(transactions.accountId, bound('accountId')), eq(transactions.mode, bound('mode')));
  return lazy({
    one: () => rowsWhere(orm, transactions, eq(transactions.id, id)),
    holder: () =>
      orm
        .select()
        .from(transactions)
        .where(
          and(
            ofAccount,
            eq(transactions.invoiceNo, bound('invoiceNo')),
            literal(eq(transactions.holdsInvoice, true)),
          ),
        )
        .prepare(),
    insert: () => insertInto(orm, transactions),
    end: () =>
      orm
        .update(transactions)
        .set({
          status: bound('status'),
          paymentMethod: bound('paymentMethod'),
          decidedAt: bound('at'),
        })
        .where(and(eq(transactions.id, id), literal(eq(transactions.status, 'started'))))
        .prepare(),
    lose: () =>
      orm
        .update(transactions)
        .set({ answerLost: bound('fault') })
        .where(eq(transactions.id, id))
        .prepare(),
    hold: () => orm.update(transactions).set({ holdsInvoice: true }).where(eq(transactions.id, id)).prepare(),
    release: () =>
      orm.update(transactions).set({ holdsInvoice: false }).where(eq(transactions.id, id)).prepare(),
    count: () =>
      orm
        .select({ count: count() })
        .from(transactions)
        .where(
          and(
            ofAccount,
            gt(transactions.createdAt, bound('since')),
            lte(transactions.createdAt, bound('until')),
          ),
        )
        .prepare(),
  });
}
