import type { Context } from 'hono';
import type { AppEnv } from '../../http/connection.ts';

/** The id of the path, or one that nothing has. */
export function idOf(c: Context<AppEnv>): number {
  const id = c.req.param('id') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}
