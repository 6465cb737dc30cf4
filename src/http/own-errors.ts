import type { MiddlewareHandler } from 'hono';
import { errorOfThisRealm } from '../host/errors.ts';

/** Hono hands `onError` only what is `instanceof Error`; in Jest the errors of Node and SQLite can be of another realm. */
export const ownErrors: MiddlewareHandler = (_c, next) =>
  next().catch((error: unknown) => {
    throw errorOfThisRealm(error);
  });
