import { and, asc, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { checkouts } from './schema.ts';
import { type PageRequest, valuesOf } from './statements.ts';

export type Checkout = typeof checkouts.$inferSelect;
export type CheckoutStore = ReturnType<typeof checkoutStore>;

export function checkoutStore({ orm }: Database) {
  const token = sql.placeholder('token');
  const at = sql.placeholder('at');
  const one = orm.select().from(checkouts).where(eq(checkouts.token, token)).prepare();
  const ofTransaction = orm
    .select()
    .from(checkouts)
    .where(eq(checkouts.transactionId, sql.placeholder('id')))
    .prepare();
  const list = orm
    .select()
    .from(checkouts)
    .where(lt(checkouts.transactionId, sql.placeholder('before')))
    .orderBy(desc(checkouts.transactionId))
    .limit(sql.placeholder('limit'))
    .prepare();
  const insert = orm.insert(checkouts).values(valuesOf(checkouts)).prepare();
  const open = and(eq(checkouts.token, token), eq(checkouts.open, true));
  const close = orm
    .update(checkouts)
    .set({ open: false, returnsBrowser: sql`${sql.placeholder('returnsBrowser')}` })
    .where(and(open, gt(checkouts.expiresAt, at)))
    .prepare();
  const expire = orm.update(checkouts).set({ open: false }).where(open).prepare();
  const decline = orm
    .update(checkouts)
    .set({ declineReason: sql`${sql.placeholder('reason')}` })
    .where(and(open, gt(checkouts.expiresAt, at)))
    .prepare();
  const extend = orm
    .update(checkouts)
    .set({ expiresAt: sql`${at}` })
    .where(open)
    .prepare();
  const noteReturn = orm
    .update(checkouts)
    .set({ returnedAt: sql`${at}` })
    .where(and(eq(checkouts.token, token), isNull(checkouts.returnedAt)))
    .prepare();
  // Spelled as in the partial index, so that SQLite uses it.
  const isOpen = sql`open = 1`;
  const due = orm
    .select()
    .from(checkouts)
    .where(and(isOpen, lte(checkouts.expiresAt, at)))
    .orderBy(asc(checkouts.expiresAt))
    .prepare();
  const soonest = orm
    .select({ at: sql<number | null>`min(expires_at)` })
    .from(checkouts)
    .where(isOpen)
    .prepare();

  return {
    get: (value: string): Checkout | undefined => one.get({ token: value }),
    ofTransaction: (id: number): Checkout | undefined => ofTransaction.get({ id }),
    /** Newest first, by the id of their transactions. */
    list: (page: PageRequest): Checkout[] => list.all({ ...page }),
    insert: (row: Checkout): void => {
      insert.run(row);
    },
    /** Decides an open checkout before its expiry: true for exactly one caller. */
    close: (value: string, now: number, returnsBrowser: boolean): boolean =>
      close.run({ token: value, at: now, returnsBrowser: Number(returnsBrowser) }).changes === 1,
    /** Ends an open checkout whatever its time. */
    expire: (value: string): boolean => expire.run({ token: value }).changes === 1,
    /** Notes the reason of a decline; the session stays open. */
    decline: (value: string, reason: string, now: number): boolean =>
      decline.run({ token: value, reason, at: now }).changes === 1,
    extend: (value: string, expiresAt: number): boolean =>
      extend.run({ token: value, at: expiresAt }).changes === 1,
    /** Notes that the browser was sent back: true for the first time. */
    noteReturn: (value: string, now: number): boolean =>
      noteReturn.run({ token: value, at: now }).changes === 1,
    due: (now: number): Checkout[] => due.all({ at: now }),
    soonestExpiry: (): number | undefined => soonest.get()?.at ?? undefined,
  };
}
