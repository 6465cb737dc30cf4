import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { AppEnv, Connection } from './connection.ts';

/** `Authorization: Bearer` for programs, a cookie for people. */
export function givenToken(c: Context<AppEnv>, { host }: Connection): string {
  const bearer = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  return bearer ?? getCookie(c, cookieOf(host)) ?? '';
}

/** Cookies ignore ports. With the port in its name, sandboxes on different ports of one host do not overwrite each other's cookie. */
export function cookieOf(host: string): string {
  const [, port] = /:(\d+)$/.exec(host) ?? [];
  return port === undefined ? 'gateway_sandbox_token' : `gateway_sandbox_token_${port}`;
}
