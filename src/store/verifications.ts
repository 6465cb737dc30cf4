import { and, asc, eq, lte, min, sql } from 'drizzle-orm';
import type { Mode } from '../protocol/vocabulary.ts';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { otps, verifications } from './schema.ts';
import {
  bound,
  boundLimit,
  filtered,
  insertInto,
  literal,
  type NewRow,
  ofAccountOrAll,
  type PageRequest,
  plus,
} from './statements.ts';
import type { OtpStatus, VerificationStatus } from './statuses.ts';
import { transactionIds } from './transaction-ids.ts';
import { newestUnpaid } from './unpaid.ts';
import { rowsWhere } from './whole-rows.ts';

export type Verification = typeof verifications.$inferSelect;
export type Otp = typeof otps.$inferSelect;

export interface OtpFilter {
  readonly mobileNumber?: string | undefined;
  readonly gateway?: string | undefined;
  readonly status?: string | undefined;
  readonly processId?: string | undefined;
  readonly code?: string | undefined;
  readonly accountId?: string | undefined;
}

/** The phone that a code is sent to. A new code supersedes the active ones of the same phone. */
export interface Phone {
  readonly accountId: string;
  readonly mode: Mode;
  readonly gateway: string;
  readonly mobileNumber: string;
}

export type VerificationStore = ReturnType<typeof verificationStore>;

/** Verifications (created by verify) and the one-time codes that were sent for them. */
export function verificationStore(database: Database) {
  const statements = lazy({ ...verificationMakers(database), ...otpMakers(database) });
  const list = filtered(database.orm, otps, {
    processId: otps.processId,
    mobileNumber: otps.mobileNumber,
    code: otps.code,
    gateway: otps.gateway,
    status: otps.status,
    accountId: otps.accountId,
    cleared: otps.cleared,
  });

  return {
    get: (processId: string): Verification | undefined => statements.one.get({ processId }),
    /** At most `limit` open ones without a transaction, newest first. Only the newest `among` are read. */
    newestUnpaid: (accountId: string | null, limit: number, among: number): Verification[] =>
      statements.newestUnpaid.all({ accountId, limit, among, before: afterAll }),
    ofTransaction: (id: number): Verification | undefined => statements.ofTransaction.get({ id }),
    transactionIds: transactionIds(database),
    /** False if the process id exists already. */
    insert: (row: Verification): boolean => statements.insert(row).changes === 1,
    /** Closes an open verification, for exactly one caller. It keeps a transaction that it already has. */
    close: (processId: string, status: VerificationStatus, transactionId: number | null): boolean =>
      statements.close.run({ processId, status, transactionId }).changes === 1,
    countWrongCode: (processId: string): void => {
      statements.countWrong.run({ processId });
    },

    otp: (id: number): Otp | undefined => statements.otp.get({ id }),
    /** The code that was sent last for a process. */
    otpOf: (processId: string): Otp | undefined =>
      statements.otpsOf.all({ processId }).reduce<Otp | undefined>(newer, undefined),
    otps: (filter: OtpFilter, page: PageRequest): Otp[] => list({ ...filter, cleared: 0 }, page),
    insertOtp: (row: NewRow<typeof otps>): number => Number(statements.insertOtp(row).lastInsertRowid),
    /** The newest active code of a phone, even if its expiry has not been processed yet. */
    activeOtp: (phone: Phone): Otp | undefined =>
      statements.active.all({ ...phone }).reduce<Otp | undefined>(newer, undefined),
    /** Several if `otp.repeat_window` keeps earlier ones valid. Oldest first. */
    activeOtps: (phone: Phone): Otp[] => statements.active.all({ ...phone }).sort((a, b) => a.id - b.id),
    /** Ends an active code. Returns false when it has already ended. */
    endOtp: (id: number, status: OtpStatus): boolean => statements.endOtp.run({ id, status }).changes === 1,
    countAttempt: (id: number): void => {
      statements.countAttempt.run({ id });
    },
    /** Clears the inbox of one account or of all. The codes themselves stay valid. */
    clearOtps: (accountId?: string): void => {
      statements.clearOtps.run({ accountId: accountId ?? null });
    },
    /** Active codes whose time is up, oldest expiry first. */
    dueOtps: (at: number, limit: number): Otp[] => statements.dueOtps.all({ at, limit }),
    soonestOtpExpiry: (): number | undefined => statements.soonest.get()?.at ?? undefined,
  };
}

/** Sorts after every process id, which has digits only. */
const afterAll = ':';

/** Sorted here: an ORDER BY in SQLite costs more than the whole lookup. */
function newer(a: Otp | undefined, b: Otp): Otp {
  return a && a.id > b.id ? a : b;
}

function verificationMakers({ orm }: Database) {
  const processId = bound('processId');
  return {
    one: () => rowsWhere(orm, verifications, eq(verifications.processId, processId)),
    ofTransaction: () => rowsWhere(orm, verifications, eq(verifications.transactionId, bound('id'))),
    newestUnpaid: () => newestUnpaid(orm).prepare(),
    insert: () => insertInto(orm, verifications, { orIgnore: true }),
    close: () =>
      orm
        .update(verifications)
        .set({
          status: bound('status'),
          // Drizzle has no `coalesce`.
          transactionId: sql`coalesce(${bound('transactionId')}, ${verifications.transactionId})`,
        })
        .where(and(eq(verifications.processId, processId), literal(eq(verifications.status, 'open'))))
        .prepare(),
    countWrong: () =>
      orm
        .update(verifications)
        .set({ wrongCodes: plus(verifications.wrongCodes) })
        .where(eq(verifications.processId, processId))
        .prepare(),
  };
}

function otpMakers({ orm }: Database) {
  const active = literal(eq(otps.status, 'active'));
  const byId = eq(otps.id, bound('id'));
  return {
    otp: () => rowsWhere(orm, otps, byId),
    otpsOf: () => rowsWhere(orm, otps, eq(otps.processId, bound('processId'))),
    insertOtp: () => insertInto(orm, otps),
    active: () =>
      rowsWhere(
        orm,
        otps,
        and(
          eq(otps.mobileNumber, bound('mobileNumber')),
          eq(otps.accountId, bound('accountId')),
          eq(otps.mode, bound('mode')),
          eq(otps.gateway, bound('gateway')),
          active,
        ),
      ),
    endOtp: () =>
      orm
        .update(otps)
        .set({ status: bound('status') })
        .where(and(byId, active))
        .prepare(),
    countAttempt: () =>
      orm
        .update(otps)
        .set({ attempts: plus(otps.attempts) })
        .where(byId)
        .prepare(),
    clearOtps: () =>
      orm
        .update(otps)
        .set({ cleared: true })
        .where(and(literal(eq(otps.cleared, false)), ofAccountOrAll(otps.accountId)))
        .prepare(),
    dueOtps: () =>
      orm
        .select()
        .from(otps)
        .where(and(active, lte(otps.expiresAt, bound('at'))))
        .orderBy(asc(otps.expiresAt))
        .limit(boundLimit())
        .prepare(),
    soonest: () =>
      orm
        .select({ at: min(otps.expiresAt) })
        .from(otps)
        .where(active)
        .prepare(),
  };
}
