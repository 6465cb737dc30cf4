import type { Context, MiddlewareHandler } from 'hono';
import { setCookie } from 'hono/cookie';
import { later, performance } from '../host/timers.ts';
import { isLocalhost } from '../protocol/loopback-host.ts';
import { type AppEnv, type Connection, connectionOf, isMerchantCall } from './connection.ts';
import { crossSiteRefusal } from './cross-site.ts';
import { givenToken, queryWithoutToken, tokenCookie } from './given-token.ts';
import { Guessing } from './guessing.ts';
import { sameSecret } from './same-secret.ts';
import { dataHeaders, pageHeaders } from './security-headers.ts';

/** Who may use this sandbox, apart from this machine. */
export interface GuardOptions {
  /** Additional allowed `Host` names: `--allow-host`, and the host of `--public-url`. */
  readonly allowedHosts: readonly string[];
  /** The origin of `--public-url`, for a sandbox behind a proxy. */
  readonly publicOrigin: string | undefined;
  /** Required for everything under `/_sandbox` when other machines can connect. */
  readonly token: string | undefined;
  /** Whether to trust the proxy's headers about the client. */
  readonly trustProxy: boolean;
}

export const healthPath = '/_sandbox/health';

/** Called for merchant API requests that were refused because of their `Host` header. */
type OnMisdirected = (c: Context<AppEnv>, refused: Refused) => void;

type Zone = 'api' | 'tester' | 'customer';

/**
 * Blocks other sites' pages, other local apps and other machines on the network: DNS rebinding, a page on
 * another port, and forms or scripts of another site. Each refusal says why.
 */
export function guard(
  options: GuardOptions,
  refusalPage: (c: Context<AppEnv>, status: Refused['status']) => Promise<Response>,
  onMisdirected: OnMisdirected,
): MiddlewareHandler<AppEnv> {
  const guessing = new Guessing();
  return async (c, next) => {
    const connection = connectionOf(c, options.trustProxy);
    const zone = zoneOf(c);
    // Health checks may use names that the sandbox does not know, and its status is no secret.
    const allowedHosts = [...options.allowedHosts, ...(c.env?.interceptedHosts ?? [])];
    const isAllowed = c.req.path === healthPath || isAllowedHost(connection.host, zone, allowedHosts);
    // A page of another site must not use up the guesses of its visitor's address.
    const isOwn = crossSiteRefusal(c, connection, 'tester', options.publicOrigin) === undefined;
    const isAsked = isOwn && (!isAllowed || (zone === 'tester' && needsToken(c.req.path)));
    const judged = isAsked ? await judgedToken(c, connection, options, guessing) : noToken;
    if (judged === 'unread') return c.json({ error: tooMany }, 429, { ...dataHeaders, 'Retry-After': '2' });
    const refused = refusal(c, connection, { zone, isAllowed, judged }, options);
    // A browser that is signed in already must not keep the token in its address and history either.
    const enters = refused ? refused.status === 401 : needsToken(c.req.path) && looksAtPage(c);
    if (judged.isLink && enters) return enter(c, connection, options);
    if (refused === undefined) return next();
    if (zone === 'api') onMisdirected(c, refused);
    if (hasPage(c, zone, refused)) return refusalPage(c, refused.status);
    const { status, ...told } = refused;
    // The merchant API's error envelope includes the status.
    const error = zone === 'api' ? refused : told;
    return c.json({ error }, status, dataHeaders);
  };
}

const tooMany = {
  code: 'TOO_MANY_GUESSES',
  message: 'Too many wrong tokens came from this address. Wait a few seconds, then try again.',
};

interface Judged {
  /** The right token is in the header or the cookie. */
  readonly isRight: boolean;
  /** The right token is in the URL, from the banner's link or typed in. A cookie carries it from then on. */
  readonly isLink: boolean;
}

const noToken: Judged = { isRight: false, isLink: false };

/** Whether the right token was sent. `unread` when its address has guessed too often. */
async function judgedToken(
  c: Context<AppEnv>,
  connection: Connection,
  { token, publicOrigin }: GuardOptions,
  guessing: Guessing,
): Promise<Judged | 'unread'> {
  const header = givenToken(c, tokenCookie(connection, publicOrigin));
  // A token that was copied often has a space or a line break at its end.
  const link = ((c.req.method === 'GET' && c.req.query('token')) || '').trim();
  if (token === undefined || (!header && !link)) return noToken;
  const { remoteAddress } = connection;
  const waitMs = guessing.waitMs(remoteAddress, performance.now());
  if (waitMs === undefined) return 'unread';
  if (waitMs > 0) await later(waitMs, undefined, { ref: false });
  const judged = { isRight: sameSecret(header, token), isLink: sameSecret(link, token) };
  if (!judged.isRight && !judged.isLink)
    guessing.wrong(remoteAddress, `${header} ${link}`, performance.now());
  return judged;
}

/**
 * `Lax`, because browsers withhold a strict cookie when the link is opened from a chat or a CI page.
 * Cross-site writes still do not get it.
 */
function enter(c: Context<AppEnv>, connection: Connection, options: GuardOptions): Response {
  const { name, secure } = tokenCookie(connection, options.publicOrigin);
  setCookie(c, name, options.token ?? '', { path: '/_sandbox', httpOnly: true, sameSite: 'Lax', secure });
  const asked = queryWithoutToken(connection.query);
  const location = asked.size === 0 ? c.req.path : `${c.req.path}?${asked}`;
  return c.body(null, 303, { ...pageHeaders, Location: location });
}

interface Refused {
  readonly status: 401 | 403;
  readonly code: string;
  readonly message: string;
}

function refusal(
  c: Context<AppEnv>,
  connection: Connection,
  { zone, isAllowed, judged }: { zone: Zone; isAllowed: boolean; judged: Judged },
  options: GuardOptions,
): Refused | undefined {
  if (!isAllowed && !judged.isRight && !judged.isLink)
    return forbidden(
      'HOST_NOT_ALLOWED',
      `The host "${printable(connection.host)}" is not allowed here. Start with --allow-host NAME to allow it.`,
    );
  if (zone === 'api') return undefined;
  const crossSite = crossSiteRefusal(c, connection, zone, options.publicOrigin);
  if (crossSite !== undefined) return forbidden('CROSS_SITE', crossSite);
  if (options.token === undefined || judged.isRight || !needsToken(c.req.path)) return undefined;
  return { status: 401, code: 'TOKEN_REQUIRED', message: 'Send the token that was printed at start.' };
}

function needsToken(path: string): boolean {
  return path === '/_sandbox' || (path.startsWith('/_sandbox/') && path !== healthPath);
}

/** Checks the name as written in the header: a parsed URL would replace an empty name with our own. */
export function isAllowedHost(host: string, zone: Zone, allowed: readonly string[]): boolean {
  const name = /^(\[[0-9a-f:]+\]|[a-z0-9_.-]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
  if (name === undefined) return false;
  if (isLocalhost(name) || name === '127.0.0.1' || name === '[::1]') return true;
  if (allowed.includes(name)) return true;
  // Names that public DNS does not resolve: containers and Compose services.
  return zone === 'api' && (name === 'host.docker.internal' || /^[a-z][a-z0-9_-]*$/.test(name));
}

function zoneOf(c: Context<AppEnv>): Zone {
  if (isMerchantCall(c)) return 'api';
  const { path } = c.req;
  return path.startsWith('/checkout') || path.startsWith('/assets/') ? 'customer' : 'tester';
}

function forbidden(code: string, message: string): Refused {
  return { status: 403, code, message };
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}

/** Whether a browser sees a page: a sign-in, or why the checkout rejects a form, as after a 307 of your app. */
function hasPage(c: Context<AppEnv>, zone: Zone, { status, code }: Refused): boolean {
  const isStray = zone === 'customer' && c.req.method === 'POST' && code === 'CROSS_SITE';
  return looksAtPage(c) && (status === 401 || isStray);
}

/** Whether a browser opens a page or sends a form. Programs get JSON. */
function looksAtPage(c: Context<AppEnv>): boolean {
  return ['GET', 'POST'].includes(c.req.method) && (c.req.header('accept') ?? '').includes('text/html');
}
