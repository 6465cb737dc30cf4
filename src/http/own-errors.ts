import type { MiddlewareHandler } from 'hono';
import { errorOfThisRealm } from '../host/errors.ts';

/** Hono passes only `instanceof Error` to `onError`, but in Jest errors can come from another realm. */
export const ownErrors: MiddlewareHandler = (_c, next) =>
  next().catch((error: unknown) => {
    throw errorOfThisRealm(error);
  });
