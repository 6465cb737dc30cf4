import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { type AppEnv, type Connection, connectionOf } from './connection.ts';
import { sameSecret } from './same-secret.ts';
import { dataHeaders, pageHeaders } from './security-headers.ts';
import { looksAtPage, signInPage } from './sign-in.ts';

/** Who may talk to this sandbox, beside this machine. */
export interface GuardOptions {
  /** Further names of the `Host` header: `--allow-host`, and the host of `--public-url`. */
  readonly allowedHosts: readonly string[];
  /** Origin of `--public-url`, when a proxy stands before us. */
  readonly publicOrigin: string | undefined;
  /** Needed for everything under `/_sandbox` when others than this machine can connect. */
  readonly token: string | undefined;
}

type Zone = 'api' | 'tester' | 'customer';

/**
 * Keeps web pages of others, other local apps and neighbours on the network out (design: a rebound host name, a page on another port, a
 * form or script of another site). Refusals are 403 and say why.
 */
export function guard(options: GuardOptions): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const connection = connectionOf(c);
    const zone = zoneOf(c.req.path);
    const refused = refusal(c, connection, zone, options);
    if (refused === undefined) return next();
    if (refused.status === 401 && isRightLink(c, options)) return enter(c, connection, options);
    if (refused.status === 401 && looksAtPage(c)) return signInPage(c);
    const { status, ...told } = refused;
    // The merchant API's envelope has the status in it.
    const error = zone === 'api' ? refused : told;
    return c.json({ error }, status, dataHeaders);
  };
}

/** A person opens the link of the banner or types the token; from then on a cookie carries it. */
function isRightLink(c: Context<AppEnv>, { token = '' }: GuardOptions): boolean {
  return c.req.method === 'GET' && token !== '' && sameSecret(c.req.query('token') ?? '', token);
}

/** `Lax`, for a strict cookie would not come back from the link that a chat or a CI's page shows. It lets nobody write. */
function enter(c: Context<AppEnv>, { host, isHttps }: Connection, options: GuardOptions): Response {
  setCookie(c, cookieOf(host), options.token ?? '', {
    path: '/_sandbox',
    httpOnly: true,
    sameSite: 'Lax',
    // A proxy that ends HTTPS before us talks plain HTTP to us, with the public host.
    secure: isHttps || options.publicOrigin === `https://${host.toLowerCase()}`,
  });
  return c.body(null, 303, { ...pageHeaders, Location: c.req.path });
}

/** Cookies know no ports: a sandbox at another port of the host has one of another name, or each would end the other's. */
function cookieOf(host: string): string {
  const [, port] = /:(\d+)$/.exec(host) ?? [];
  return port === undefined ? 'gateway_sandbox_token' : `gateway_sandbox_token_${port}`;
}

interface Refused {
  readonly status: 401 | 403;
  readonly code: string;
  readonly message: string;
}

function refusal(
  c: Context<AppEnv>,
  connection: Connection,
  zone: Zone,
  options: GuardOptions,
): Refused | undefined {
  const hasToken = options.token !== undefined && sameSecret(givenToken(c, connection), options.token);
  if (!hasToken && !isAllowedHost(connection.host, zone, options.allowedHosts) && !isRightLink(c, options)) {
    return forbidden(
      'HOST_NOT_ALLOWED',
      `The host "${printable(connection.host)}" is not allowed here. Start with --allow-host NAME to allow it.`,
    );
  }
  if (zone === 'api') return undefined;
  const crossSite = crossSiteRefusal(c, connection, zone, options);
  if (crossSite) return crossSite;
  if (options.token === undefined || hasToken || !needsToken(c.req.path)) return undefined;
  return { status: 401, code: 'TOKEN_REQUIRED', message: 'Send the token that was printed at start.' };
}

function needsToken(path: string): boolean {
  return path === '/_sandbox' || (path.startsWith('/_sandbox/') && path !== '/_sandbox/health');
}

function crossSiteRefusal(
  c: Context<AppEnv>,
  connection: Connection,
  zone: Zone,
  options: GuardOptions,
): Refused | undefined {
  const site = c.req.header('sec-fetch-site');
  const ownSite = site === undefined || site === 'same-origin' || site === 'none';
  const origin = c.req.header('origin');
  const ownOrigin = origin === undefined || isOwnOrigin(origin, connection, options);
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    return ownSite && ownOrigin
      ? undefined
      : forbidden('CROSS_SITE', 'Another site cannot change anything here.');
  }
  // A plain link to a page is no attack; a script, an image or a frame of another site is.
  const isLink =
    c.req.header('sec-fetch-mode') === 'navigate' && c.req.header('sec-fetch-dest') === 'document';
  if (ownOrigin && (ownSite || isLink)) return undefined;
  return zone === 'tester' || !ownOrigin
    ? forbidden('CROSS_SITE', 'Another site cannot read this.')
    : undefined;
}

function isOwnOrigin(origin: string, connection: Connection, options: GuardOptions): boolean {
  const own = `${connection.isHttps ? 'https' : 'http'}://${connection.host}`;
  return origin.toLowerCase() === own.toLowerCase() || origin === options.publicOrigin;
}

/** The name in the header, as it was written: a parsed URL would turn an empty one into ours. */
function isAllowedHost(host: string, zone: Zone, allowed: readonly string[]): boolean {
  const name = /^(\[[0-9a-f:]+\]|[a-z0-9_.-]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
  if (name === undefined) return false;
  if (name === 'localhost' || name === '127.0.0.1' || name === '[::1]' || name.endsWith('.localhost'))
    return true;
  if (allowed.includes(name)) return true;
  // Names that no public DNS server answers for: containers and compose services.
  return zone === 'api' && (name === 'host.docker.internal' || /^[a-z][a-z0-9_-]*$/.test(name));
}

function zoneOf(path: string): Zone {
  if (path === '/api' || path.startsWith('/api/')) return 'api';
  return path.startsWith('/checkout') || path.startsWith('/assets/') ? 'customer' : 'tester';
}

/** `Authorization: Bearer` for programs, a cookie for people. */
function givenToken(c: Context<AppEnv>, { host }: Connection): string {
  const bearer = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  return bearer ?? getCookie(c, cookieOf(host)) ?? '';
}

function forbidden(code: string, message: string): Refused {
  return { status: 403, code, message };
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}
