import { and, asc, desc, eq, gt, isNull, lt, lte, min, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { checkouts } from './schema.ts';
import { bound, boundLimit, insertInto, literal, type PageRequest } from './statements.ts';
import { rowsWhere } from './whole-rows.ts';

export type Checkout = typeof checkouts.$inferSelect;
/** What becomes of the browser: whether it goes back, and what its query has wrong with it. */
export type WayBack = Pick<Checkout, 'returnsBrowser' | 'tamper'>;
/** Where the customer is between the first page and the end, and with what. */
export type Step = Pick<Checkout, 'step' | 'stepMethod' | 'processId'>;
export type CheckoutStore = ReturnType<typeof checkoutStore>;

export function checkoutStore(database: Database) {
  const statements = prepare(database);
  const lists = prepareLists(database);
  return {
    get: (token: string): Checkout | undefined => statements.one.get({ token }),
    ofTransaction: (id: number): Checkout | undefined => statements.ofTransaction.get({ id }),
    /** Newest first, by the id of their transactions. */
    list: (accountId: string | undefined, page: PageRequest): Checkout[] =>
      accountId === undefined ? lists.all.all({ ...page }) : lists.ofAccount.all({ ...page, accountId }),
    insert: (row: Checkout): void => {
      statements.insert(row);
    },
    /** Decides an open checkout before its expiry: true for exactly one caller. */
    close: (token: string, at: number, { returnsBrowser, tamper }: WayBack): boolean =>
      statements.close.run({ token, at, tamper, returnsBrowser: Number(returnsBrowser) }).changes === 1,
    /** Ends an open checkout whatever its time. */
    expire: (token: string): boolean => statements.expire.run({ token }).changes === 1,
    /** Moves an open checkout before its expiry from one step to another: false when it is not at that step any more. */
    move: (token: string, from: Checkout['step'], to: Step, at: number): boolean =>
      statements.move.run({ token, from, ...to, at }).changes === 1,
    /** Keeps what the tester chose in the panel. */
    choose: (token: string, choices: string): void => {
      statements.choose.run({ token, choices });
    },
    /** Notes the reason of a decline; the session stays open, on its first page or on the form of a card. */
    decline: (token: string, reason: string, at: number): boolean =>
      statements.decline.run({ token, reason, at }).changes === 1,
    extend: (token: string, at: number): boolean => statements.extend.run({ token, at }).changes === 1,
    /** Notes that the browser was sent back: true for the first time. */
    noteReturn: (token: string, at: number): boolean =>
      statements.noteReturn.run({ token, at }).changes === 1,
    /** Open ones whose time is over, the longest over first. */
    due: (at: number, limit: number): Checkout[] => statements.due.all({ at, limit }),
    soonestExpiry: (): number | undefined => statements.soonest.get()?.at ?? undefined,
  };
}

function prepare({ orm }: Database) {
  const token = bound('token');
  const at = bound('at');
  const anyOpen = literal(eq(checkouts.open, true));
  const isOpen = and(eq(checkouts.token, token), anyOpen);
  const isInTime = and(isOpen, gt(checkouts.expiresAt, at));
  return lazy({
    one: () => rowsWhere(orm, checkouts, eq(checkouts.token, token)),
    ofTransaction: () => rowsWhere(orm, checkouts, eq(checkouts.transactionId, bound('id'))),
    insert: () => insertInto(orm, checkouts),
    close: () =>
      orm
        .update(checkouts)
        .set({
          open: false,
          returnsBrowser: bound('returnsBrowser'),
          tamper: bound('tamper'),
        })
        .where(isInTime)
        .prepare(),
    expire: () => orm.update(checkouts).set({ open: false }).where(isOpen).prepare(),
    decline: () =>
      orm
        .update(checkouts)
        .set({
          declineReason: bound('reason'),
          // Drizzle has no conditions within values.
          step: sql`iif(${checkouts.step} = 'card', ${checkouts.step}, NULL)`,
          processId: null,
          showsDecline: true,
        })
        .where(isInTime)
        .prepare(),
    ...stepMakers(orm, { isOpen, isInTime }),
    extend: () => orm.update(checkouts).set({ expiresAt: at }).where(isOpen).prepare(),
    noteReturn: () =>
      orm
        .update(checkouts)
        .set({ returnedAt: at })
        .where(and(eq(checkouts.token, token), isNull(checkouts.returnedAt)))
        .prepare(),
    due: () =>
      orm
        .select()
        .from(checkouts)
        .where(and(anyOpen, lte(checkouts.expiresAt, at)))
        .orderBy(asc(checkouts.expiresAt))
        .limit(boundLimit())
        .prepare(),
    soonest: () =>
      orm
        .select({ at: min(checkouts.expiresAt) })
        .from(checkouts)
        .where(anyOpen)
        .prepare(),
  });
}

function stepMakers(orm: Database['orm'], { isOpen, isInTime }: Readonly<Record<string, SQL | undefined>>) {
  return {
    move: () =>
      orm
        .update(checkouts)
        .set({
          step: bound('step'),
          stepMethod: bound('stepMethod'),
          processId: bound('processId'),
          showsDecline: false,
        })
        // Null is a step too, and `=` is never true for it.
        .where(and(isInTime, sql`${checkouts.step} IS ${bound('from')}`))
        .prepare(),
    choose: () =>
      orm
        .update(checkouts)
        .set({ choices: bound('choices') })
        .where(isOpen)
        .prepare(),
  };
}

function prepareLists({ orm }: Database) {
  return lazy({
    all: () =>
      orm
        .select()
        .from(checkouts)
        .where(lt(checkouts.transactionId, bound('before')))
        .orderBy(desc(checkouts.transactionId))
        .limit(boundLimit())
        .prepare(),
    ofAccount: () =>
      orm
        .select()
        .from(checkouts)
        .where(and(eq(checkouts.accountId, bound('accountId')), lt(checkouts.transactionId, bound('before'))))
        .orderBy(desc(checkouts.transactionId))
        .limit(boundLimit())
        .prepare(),
  });
}
