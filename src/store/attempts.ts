import { and, between, desc, eq, getTableColumns, isNull, lt, max, or, type SQL, sql } from 'drizzle-orm';
import { isAcceptedForgery, isEnded, isForged, isGenuine, isNotCutOff } from './attempt-kinds.ts';
import type { Database } from './database.ts';
import { lazy } from './lazy.ts';
import { callbackAttempts, type callbacks } from './schema-records.ts';
import { bound, boundLimit, boundNumber, insertInto, literal, type PageRequest } from './statements.ts';

type Callback = typeof callbacks.$inferSelect;
export type Attempt = typeof callbackAttempts.$inferSelect;

/** How an attempt ended: the merchant's answer or an error message. */
export type AttemptEnd = Pick<
  Attempt,
  'durationMs' | 'answerStatus' | 'answerHeaders' | 'answerBody' | 'error'
>;

/** An attempt with the beginning of the answer's body, and the length of the whole body. */
export type ShortAttempt = Attempt & { readonly answerBytes: number };

export type AttemptSummary = Pick<Attempt, 'callbackId' | 'number' | 'forgery' | 'answerStatus' | 'error'>;

/** What the log shows of an attempt, with the beginning of its answer. */
export type AttemptGlance = Pick<Attempt, 'url' | 'durationMs'> & { readonly answer: Buffer | null };

export type NewAttempt = Omit<Attempt, 'number' | keyof AttemptEnd>;

/** The attempts to deliver callbacks, numbered from 1. They are removed only with their callback. */
export function attemptStore(database: Database) {
  const attempts = prepare(database);
  const newest = prepareNewest(database);
  return {
    /** Stores a new attempt with the next number and returns the number. */
    beginAttempt(attempt: NewAttempt): number {
      const number = (attempts.last.get({ id: attempt.callbackId })?.number ?? 0) + 1;
      attempts.insert({ ...unanswered, ...attempt, number });
      return number;
    },
    endAttempt: (callbackId: number, number: number, end: AttemptEnd): boolean =>
      attempts.end.run({ id: callbackId, number, ...end }).changes === 1,
    /** Says of all attempts under way what cut them off. Their duration is not known. */
    cutOff: (error: string) => attempts.cutOff.run({ error }),
    /** The newest attempt without its bytes, for lists. Its number is the total count. */
    lastAttempt: (callbackId: number): AttemptSummary | undefined => newest.ofAll.get({ id: callbackId }),
    /** The newest attempt, not cut off, that sent the unchanged callback to its own address. */
    lastGenuineAttempt: (callbackId: number): AttemptSummary | undefined =>
      newest.genuine.get({ id: callbackId }),
    /**
     * The newest attempt that sent the callback as it is stored, and was not cut off unless all were. Its
     * address may be another if it is forged.
     */
    lastOwnAttempt: ({ id, tamper }: Pick<Callback, 'id' | 'tamper'>): AttemptSummary | undefined =>
      newest.own.get({ id, tamper }) ?? newest.ownOrCutOff.get({ id, tamper }),
    lastForgedAttempt: (callbackId: number): AttemptSummary | undefined =>
      newest.forged.get({ id: callbackId }),
    acceptedForgery: (callbackId: number): AttemptSummary | undefined =>
      newest.acceptedForgery.get({ id: callbackId }),
    /** The newest of those that has ended. */
    lastEndedAttempt: ({ id, tamper }: Pick<Callback, 'id' | 'tamper'>): AttemptSummary | undefined =>
      newest.ended.get({ id, tamper }),
    /** Whether one of those has ended, so that the next one is a retry. */
    hasEnded: ({ id, tamper }: Pick<Callback, 'id' | 'tamper'>): boolean =>
      newest.ended.get({ id, tamper }) !== undefined,
    /** The newest genuine attempt that can have delivered it: answered with 2xx or 3xx. */
    acceptedAttempt: (callbackId: number): AttemptSummary | undefined =>
      newest.accepted.get({ id: callbackId }),
    attempt: (callbackId: number, number: number): AttemptGlance | undefined =>
      attempts.glance.get({ id: callbackId, number }),
    /** Attempts with a number below the cursor, newest first. */
    attempts: (callbackId: number, { before, limit }: PageRequest): Attempt[] =>
      attempts.page.all({ id: callbackId, before, limit }),
    shortAttempts: (callbackId: number, { before, limit }: PageRequest): ShortAttempt[] =>
      attempts.short.all({ id: callbackId, before, limit }),
  };
}

const unanswered: AttemptEnd = {
  durationMs: null,
  answerStatus: null,
  answerHeaders: null,
  answerBody: null,
  error: null,
};

function prepare({ orm }: Database) {
  const ofCallback = eq(callbackAttempts.callbackId, boundNumber('id'));
  const isOlder = and(ofCallback, lt(callbackAttempts.number, bound('before')));
  return lazy({
    last: () =>
      orm
        .select({ number: max(callbackAttempts.number) })
        .from(callbackAttempts)
        .where(ofCallback)
        .prepare(),
    insert: () => insertInto(orm, callbackAttempts),
    end: () =>
      orm
        .update(callbackAttempts)
        .set({
          durationMs: bound('durationMs'),
          answerStatus: bound('answerStatus'),
          answerHeaders: bound('answerHeaders'),
          answerBody: bound('answerBody'),
          error: bound('error'),
        })
        .where(and(ofCallback, eq(callbackAttempts.number, bound('number'))))
        .prepare(),
    cutOff: () =>
      orm
        .update(callbackAttempts)
        .set({ error: bound('error') })
        // As in the partial index, so that SQLite reads only those.
        .where(and(isNull(callbackAttempts.durationMs), isNull(callbackAttempts.error)))
        .prepare(),
    glance: () =>
      orm
        .select({
          url: callbackAttempts.url,
          durationMs: callbackAttempts.durationMs,
          answer: sql<Buffer | null>`substr(${callbackAttempts.answerBody}, 1, 200)`,
        })
        .from(callbackAttempts)
        .where(and(ofCallback, eq(callbackAttempts.number, bound('number'))))
        .prepare(),
    short: () =>
      orm
        .select({
          ...getTableColumns(callbackAttempts),
          // Drizzle has no functions for texts and bytes. SQLite's `substr` turns an empty body into NULL,
          // which means a deleted one.
          answerBody: sql<Buffer | null>`coalesce(substr(${callbackAttempts.answerBody}, 1, 1024), ${callbackAttempts.answerBody})`,
          answerBytes: sql<number>`coalesce(length(${callbackAttempts.answerBody}), 0)`,
        })
        .from(callbackAttempts)
        .where(isOlder)
        .orderBy(desc(callbackAttempts.number))
        .limit(boundLimit())
        .prepare(),
    page: () =>
      orm
        .select()
        .from(callbackAttempts)
        .where(isOlder)
        .orderBy(desc(callbackAttempts.number))
        .limit(boundLimit())
        .prepare(),
  });
}

/** The newest attempt of each kind, without its bytes. */
function prepareNewest({ orm }: Database) {
  const ofCallback = eq(callbackAttempts.callbackId, boundNumber('id'));
  const isOwn = or(isGenuine, eq(callbackAttempts.forgery, bound('tamper')));
  const isAccepted = literal(between(callbackAttempts.answerStatus, 200, 399));
  const newest = (condition: SQL | undefined) => () =>
    orm
      .select({
        callbackId: callbackAttempts.callbackId,
        number: callbackAttempts.number,
        forgery: callbackAttempts.forgery,
        answerStatus: callbackAttempts.answerStatus,
        error: callbackAttempts.error,
      })
      .from(callbackAttempts)
      .where(and(ofCallback, condition))
      .orderBy(desc(callbackAttempts.number))
      .prepare();
  return lazy({
    ofAll: newest(undefined),
    own: newest(and(isOwn, isNotCutOff)),
    ownOrCutOff: newest(isOwn),
    genuine: newest(and(isGenuine, isNotCutOff)),
    accepted: newest(and(isGenuine, isAccepted)),
    forged: newest(and(isForged, isNotCutOff)),
    acceptedForgery: newest(isAcceptedForgery),
    ended: newest(and(isOwn, isEnded)),
  });
}
