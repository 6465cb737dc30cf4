import { between, eq, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { acceptance, truthfulTampering } from '../settings/delivery.ts';
import { callbackAttempts } from './schema-records.ts';
import { literal } from './statements.ts';

const { callbackId, genuine, forgery, answerStatus, durationMs, error } = callbackAttempts;

/** Sent the unchanged callback to its own address. */
export const isGenuine = literal(eq(genuine, true));

/** Sent a message that the merchant must refuse. */
export const isForged = sql`${forgery} IS NOT NULL AND ${forgery} <> ${truthfulTampering}`.inlineParams();

/** A forgery that the merchant accepted. */
export const isAcceptedForgery =
  sql`${isForged} AND ${between(answerStatus, acceptance.first, acceptance.last)}`.inlineParams();

/** No longer under way. */
export const isEnded = isNotNull(durationMs);

/** Has ended or is under way. An attempt that was cut off says nothing about the app. */
export const isNotCutOff = or(isEnded, isNull(error));

/** Another attempt follows a genuine one only if that has ended. */
export const isGenuineAndEnded = sql`${isGenuine} AND ${isEnded}`;

/** Whether a callback has such an attempt. */
export function hasAttempt(id: SQLWrapper, kind: SQL): SQL {
  // Drizzle has no EXISTS without a connection.
  return sql`EXISTS (SELECT 1 FROM ${callbackAttempts} WHERE ${callbackId} = ${id} AND ${kind})`;
}
