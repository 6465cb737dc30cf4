import type { Context } from 'hono';
import { errorCode, tooManyFiles } from '../host/errors.ts';
import type { AppEnv } from '../http/connection.ts';
import { dataHeaders } from '../http/security-headers.ts';

/**
 * The answer when a part that is loaded later cannot be read: it is no longer there, for example after
 * `npm update` under a running sandbox, or too many connections are open. Plain text, because the pages are
 * among what is missing. Undefined for every other error.
 */
export function missingFiles(c: Context<AppEnv>, error: Error): Response | undefined {
  const limit = tooManyFiles(error);
  const isMissing = ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'].includes(errorCode(error));
  if (limit === undefined && !isMissing) return undefined;
  const status = limit === undefined ? 500 : 503;
  const message =
    limit ?? 'The files of gateway-sandbox were removed or replaced while it was running. Restart it.';
  if (!c.req.path.startsWith('/_sandbox/api/')) return c.text(message, status, dataHeaders);
  return c.json({ error: { code: 'INTERNAL', message } }, status, dataHeaders);
}
