import { and, asc, desc, eq, gt, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { checkouts } from './schema.ts';
import { insertInto, limitGiven, type PageRequest } from './statements.ts';

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
  const token = sql.placeholder('token');
  const at = sql.placeholder('at');
  const isOpen = and(eq(checkouts.token, token), eq(checkouts.open, true));
  const isInTime = and(isOpen, gt(checkouts.expiresAt, at));
  // Spelled as in the partial index, so that SQLite uses it.
  const anyOpen = sql`open = 1`;
  return lazy({
    one: () => orm.select().from(checkouts).where(eq(checkouts.token, token)).prepare(),
    ofTransaction: () =>
      orm
        .select()
        .from(checkouts)
        .where(eq(checkouts.transactionId, sql.placeholder('id')))
        .prepare(),
    insert: () => insertInto(orm, checkouts),
    close: () =>
      orm
        .update(checkouts)
        .set({
          open: false,
          returnsBrowser: sql`${sql.placeholder('returnsBrowser')}`,
          tamper: sql`${sql.placeholder('tamper')}`,
        })
        .where(isInTime)
        .prepare(),
    expire: () => orm.update(checkouts).set({ open: false }).where(isOpen).prepare(),
    decline: () =>
      orm
        .update(checkouts)
        .set({
          declineReason: sql`${sql.placeholder('reason')}`,
          step: sql`iif(step = 'card', step, NULL)`,
          processId: null,
          showsDecline: true,
        })
        .where(isInTime)
        .prepare(),
    ...stepMakers(orm, { isOpen, isInTime }),
    extend: () =>
      orm
        .update(checkouts)
        .set({ expiresAt: sql`${at}` })
        .where(isOpen)
        .prepare(),
    noteReturn: () =>
      orm
        .update(checkouts)
        .set({ returnedAt: sql`${at}` })
        .where(and(eq(checkouts.token, token), isNull(checkouts.returnedAt)))
        .prepare(),
    due: () =>
      orm
        .select()
        .from(checkouts)
        .where(and(anyOpen, lte(checkouts.expiresAt, at)))
        .orderBy(asc(checkouts.expiresAt))
        .limit(limitGiven)
        .prepare(),
    soonest: () =>
      orm.select({ at: sql<number | null>`min(expires_at)` }).from(checkouts).where(anyOpen).prepare(),
  });
}

function stepMakers(orm: Database['orm'], { isOpen, isInTime }: Readonly<Record<string, SQL | undefined>>) {
  return {
    move: () =>
      orm
        .update(checkouts)
        .set({
          step: sql`${sql.placeholder('step')}`,
          stepMethod: sql`${sql.placeholder('stepMethod')}`,
          processId: sql`${sql.placeholder('processId')}`,
          showsDecline: false,
        })
        .where(and(isInTime, sql`step IS ${sql.placeholder('from')}`))
        .prepare(),
    choose: () =>
      orm
        .update(checkouts)
        .set({ choices: sql`${sql.placeholder('choices')}` })
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
        .where(lt(checkouts.transactionId, sql.placeholder('before')))
        .orderBy(desc(checkouts.transactionId))
        .limit(limitGiven)
        .prepare(),
    ofAccount: () =>
      orm
        .select()
        .from(checkouts)
        .where(
          and(
            eq(checkouts.accountId, sql.placeholder('accountId')),
            lt(checkouts.transactionId, sql.placeholder('before')),
          ),
        )
        .orderBy(desc(checkouts.transactionId))
        .limit(limitGiven)
        .prepare(),
  });
}
