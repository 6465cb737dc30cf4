import type { Context } from 'hono';
import type { AppEnv } from '../../http/connection.ts';

/** The ID in the path. 0, which no record has, if it is not a number. */
export function idOf(c: Context<AppEnv>): number {
  const id = c.req.param('id') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}
