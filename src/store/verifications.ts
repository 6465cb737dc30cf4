import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Mode } from './columns.ts';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { type OtpStatus, otps, type VerificationStatus, verifications } from './schema.ts';
import { filtered, insertInto, limitGiven, type NewRow, type PageRequest } from './statements.ts';

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

/** Whose phone a code goes to: a new code supersedes the active one of the same. */
export interface Phone {
  readonly accountId: string;
  readonly mode: Mode;
  readonly gateway: string;
  readonly mobileNumber: string;
}

export type VerificationStore = ReturnType<typeof verificationStore>;

/** Verifications (what verify registers) and the one-time codes that were sent for them. */
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
    ofTransaction: (id: number): Verification | undefined => statements.ofTransaction.get({ id }),
    /** False when there is one of this process id already. */
    insert: (row: Verification): boolean => statements.insert(row).changes === 1,
    /** Moves an open verification on: true for exactly one caller. A transaction that it has stays its own. */
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
    /** The active code of a phone, even when its time is over and that is not noted yet. */
    activeOtp: (phone: Phone): Otp | undefined => statements.active.get({ ...phone }),
    /** Ends an active code: false when it has ended before. */
    endOtp: (id: number, status: OtpStatus): boolean => statements.endOtp.run({ id, status }).changes === 1,
    countAttempt: (id: number): void => {
      statements.countAttempt.run({ id });
    },
    /** Clears the inbox, of one account or of all; the codes themselves go on. */
    clearOtps: (accountId?: string): void => {
      statements.clearOtps.run({ accountId: accountId ?? null });
    },
    /** Active codes whose time is over, the longest over first. */
    dueOtps: (at: number, limit: number): Otp[] => statements.dueOtps.all({ at, limit }),
    soonestOtpExpiry: (): number | undefined => statements.soonest.get()?.at ?? undefined,
  };
}

/** Sorted here: for SQLite each ORDER BY costs more than all of such a look-up. */
function newer(a: Otp | undefined, b: Otp): Otp {
  return a && a.id > b.id ? a : b;
}

const ofOneAccountOrAll = sql`account_id = coalesce(${sql.placeholder('accountId')}, account_id)`;

/** The status that a caller gives. */
const given = sql`${sql.placeholder('status')}`;

function verificationMakers({ orm }: Database) {
  const processId = sql.placeholder('processId');
  return {
    one: () => orm.select().from(verifications).where(eq(verifications.processId, processId)).prepare(),
    ofTransaction: () =>
      orm
        .select()
        .from(verifications)
        .where(and(eq(verifications.transactionId, sql.placeholder('id')), sql`transaction_id IS NOT NULL`))
        .prepare(),
    insert: () => insertInto(orm, verifications, { orIgnore: true }),
    close: () =>
      orm
        .update(verifications)
        .set({
          status: given,
          transactionId: sql`coalesce(${sql.placeholder('transactionId')}, transaction_id)`,
        })
        .where(and(eq(verifications.processId, processId), eq(verifications.status, 'open')))
        .prepare(),
    countWrong: () =>
      orm
        .update(verifications)
        .set({ wrongCodes: sql`${verifications.wrongCodes} + 1` })
        .where(eq(verifications.processId, processId))
        .prepare(),
  };
}

function otpMakers({ orm }: Database) {
  // Spelled as in the partial index, so that SQLite uses it.
  const active = sql`status = 'active'`;
  const byId = eq(otps.id, sql.placeholder('id'));
  return {
    otp: () => orm.select().from(otps).where(byId).prepare(),
    otpsOf: () =>
      orm
        .select()
        .from(otps)
        .where(eq(otps.processId, sql.placeholder('processId')))
        .prepare(),
    insertOtp: () => insertInto(orm, otps),
    active: () =>
      orm
        .select()
        .from(otps)
        .where(
          and(
            eq(otps.mobileNumber, sql.placeholder('mobileNumber')),
            eq(otps.accountId, sql.placeholder('accountId')),
            eq(otps.mode, sql.placeholder('mode')),
            eq(otps.gateway, sql.placeholder('gateway')),
            active,
          ),
        )
        .prepare(),
    endOtp: () => orm.update(otps).set({ status: given }).where(and(byId, active)).prepare(),
    countAttempt: () =>
      orm
        .update(otps)
        .set({ attempts: sql`${otps.attempts} + 1` })
        .where(byId)
        .prepare(),
    clearOtps: () =>
      orm
        .update(otps)
        .set({ cleared: true })
        .where(and(eq(otps.cleared, false), ofOneAccountOrAll))
        .prepare(),
    dueOtps: () =>
      orm
        .select()
        .from(otps)
        .where(and(active, lte(otps.expiresAt, sql.placeholder('at'))))
        .orderBy(asc(otps.expiresAt))
        .limit(limitGiven)
        .prepare(),
    soonest: () => orm.select({ at: sql<number | null>`min(expires_at)` }).from(otps).where(active).prepare(),
  };
}
