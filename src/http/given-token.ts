import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { AppEnv, Connection } from './connection.ts';

/** The token from `Authorization: Bearer` (programs) or from the cookie (browsers). */
export function givenToken(c: Context<AppEnv>, cookie: TokenCookie): string {
  const bearer = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  return bearer ?? getCookie(c, cookie.name) ?? '';
}

interface TokenCookie {
  readonly name: string;
  /** Whether browsers send it over HTTPS only. */
  readonly secure: boolean;
}

/**
 * Cookies ignore ports, so the name includes the port: sandboxes on one host keep separate cookies. It includes the
 * scheme because browsers don't let a page over HTTP replace a cookie that is for HTTPS only.
 */
export function tokenCookie({ host, isHttps }: Connection, publicOrigin: string | undefined): TokenCookie {
  const [, port] = /:(\d+)$/.exec(host) ?? [];
  // A proxy that terminates HTTPS sends plain HTTP with the public host.
  const secure = isHttps || publicOrigin === `https://${host.toLowerCase()}`;
  const parts = [
    'gateway_sandbox_token',
    ...(port === undefined ? [] : [port]),
    ...(secure ? ['https'] : []),
  ];
  return { name: parts.join('_'), secure };
}

/** The rest of the query of a link with the token. */
export function queryWithoutToken(query: string): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete('token');
  return rest;
}
