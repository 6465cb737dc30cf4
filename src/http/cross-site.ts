import type { Context } from 'hono';
import type { AppEnv, Connection } from './connection.ts';

/** Why a page of another site may not send this, in a sentence. The zones are those of the guard. */
export function crossSiteRefusal(
  c: Context<AppEnv>,
  connection: Connection,
  zone: 'tester' | 'customer',
  publicOrigin: string | undefined,
): string | undefined {
  const site = c.req.header('sec-fetch-site');
  const ownSite = site === undefined || site === 'same-origin' || site === 'none';
  const origin = c.req.header('origin');
  const ownOrigin = origin === undefined || isOwnOrigin(origin, connection, publicOrigin);
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
    return ownSite && ownOrigin ? undefined : 'Another site cannot change anything here.';
  // A plain link to a page is harmless. A script, an image or a frame of another site is not.
  const isLink =
    c.req.header('sec-fetch-mode') === 'navigate' && c.req.header('sec-fetch-dest') === 'document';
  if (ownOrigin && (ownSite || isLink)) return undefined;
  return zone === 'tester' || !ownOrigin ? 'Another site cannot read this.' : undefined;
}

function isOwnOrigin(origin: string, connection: Connection, publicOrigin: string | undefined): boolean {
  const own = `${connection.isHttps ? 'https' : 'http'}://${connection.host}`;
  return origin.toLowerCase() === own.toLowerCase() || origin === publicOrigin;
}
