import { and, asc, desc, eq, gt, isNull, lt, lte, min, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { checkouts } from './schema.ts';
import { bound, boundLimit, insertInto, literal, type PageRequest } from './statements.ts';
import { rowsWhere } from './whole-rows.ts';

export type Checkout = typeof checkouts.$inferSelect;
/** Whether the browser returns, and how its query is tampered with. */
export type WayBack = Pick<Checkout, 'returnsBrowser' | 'tamper'>;
/** The customer's current step between the first page and the end. */
export type Step = Pick<Checkout, 'step' | 'stepMethod' | 'processId'>;
export type CheckoutStore = ReturnType<typeof checkoutStore>;

export function checkoutStore(database: Database) {
  const statements = prepare(database);
  const lists = prepareLists(database);
  return {
    get: (token: string): Checkout | undefined => statements.one.get({ token }),
    ofTransaction: (id: number): Checkout | undefined => statements.ofTransaction.get({ id }),
    /** Newest first, by transaction id. */
    list: (accountId: string | undefined, page: PageRequest): Checkout[] =>
      accountId === undefined ? lists.all.all({ ...page }) : lists.ofAccount.all({ ...page, accountId }),
    insert: (row: Checkout): void => {
      statements.insert(row);
    },
    /** Closes an open checkout before its expiry. Returns true for exactly one caller. */
    close: (token: string, at: number, { returnsBrowser, tamper }: WayBack): boolean =>
      statements.close.run({ token, at, tamper, returnsBrowser: Number(returnsBrowser) }).changes === 1,
    /** Closes an open checkout, whatever its expiry. */
    expire: (token: string): boolean => statements.expire.run({ token }).changes === 1,
    /** Moves an open checkout to another step before its expiry. False when it is no longer at `from`. */
    move: (token: string, from: Checkout['step'], to: Step, at: number): boolean =>
      statements.move.run({ token, from, ...to, at }).changes === 1,
    /** Stores the choices made in the tester tools. */
    choose: (token: string, choices: string): void => {
      statements.choose.run({ token, choices });
    },
    /** Stores the reason for a decline. The session stays open, on its first page or on the card form. */
    decline: (token: string, reason: string, at: number): boolean =>
      statements.decline.run({ token, reason, at }).changes === 1,
    extend: (token: string, at: number): boolean => statements.extend.run({ token, at }).changes === 1,
    /** Records that the browser was sent back. True only the first time. */
    noteReturn: (token: string, at: number): boolean =>
      statements.noteReturn.run({ token, at }).changes === 1,
    /** Open checkouts whose time is up, oldest expiry first. */
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
          // Drizzle has no conditional values.
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
        // Null is a step too, and `=` never matches it.
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
