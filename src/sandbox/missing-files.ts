import type { Context } from 'hono';
import { errorCode } from '../host/errors.ts';
import type { AppEnv } from '../http/connection.ts';
import { dataHeaders } from '../http/security-headers.ts';

/**
 * The answer when a part that is loaded later is no longer there, for example after `npm update` under a running
 * sandbox. Plain text, because the pages are among what is missing. Undefined for every other error.
 */
export function missingFiles(c: Context<AppEnv>, error: Error): Response | undefined {
  if (!['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'].includes(errorCode(error))) return undefined;
  const message = 'The files of gateway-sandbox were removed or replaced while it was running. Restart it.';
  if (!c.req.path.startsWith('/_sandbox/api/')) return c.text(message, 500, dataHeaders);
  return c.json({ error: { code: 'INTERNAL', message } }, 500, dataHeaders);
}
