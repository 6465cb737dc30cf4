import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { AppEnv, Connection } from './connection.ts';

/** The token from `Authorization: Bearer` (programs) or from the cookie (browsers). */
export function givenToken(c: Context<AppEnv>, { host }: Connection): string {
  const bearer = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  return bearer ?? getCookie(c, cookieOf(host)) ?? '';
}

/** Cookies ignore ports, so the name includes it: sandboxes on one host keep separate cookies. */
export function cookieOf(host: string): string {
  const [, port] = /:(\d+)$/.exec(host) ?? [];
  return port === undefined ? 'gateway_sandbox_token' : `gateway_sandbox_token_${port}`;
}

/** The rest of the query of a link with the token. */
export function queryWithoutToken(query: string): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete('token');
  return rest;
}
