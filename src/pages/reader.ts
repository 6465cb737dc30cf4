import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { type AppEnv, connectionOf } from '../http/connection.ts';
import type { Language } from '../protocol/vocabulary.ts';
import { withAccount } from './account-query.ts';
import { type Words, words } from './words/words.ts';

/** The user of a dashboard page: language, texts, and current page. */
export interface Reader {
  readonly lang: Language;
  readonly t: Words;
  readonly theme: Theme;
  /** The page's path under `/_sandbox` and its filters, to return to after changing the language. */
  readonly address: string;
  /** Whether this answers a form, so that the browser shows another address, and reloading submits the form again. */
  readonly isAnswer: boolean;
  /** The account that lists are filtered by, from `?account=`. Empty for all. */
  readonly account: string;
}

/** `system` follows the browser. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = 'gateway_sandbox_theme';
/** Cookies ignore ports, so all sandboxes on a host share the language. */
export const languageCookie = 'gateway_sandbox_lang';

export function readerOf(c: Context<AppEnv>): Reader {
  const lang = languageOf(c);
  const address = addressOf(c);
  return {
    lang,
    t: words[lang],
    theme: theme(getCookie(c, themeCookie)) ?? 'system',
    address,
    isAnswer: c.req.method === 'POST',
    account: accountOfForm(c) || accountIn(address),
  };
}

/** In this order: `?lang=` as on the checkout, the earlier choice, the browser's preference, English. */
export function languageOf(c: Context<AppEnv>): Language {
  return (
    language(c.req.query('lang')) ??
    language(getCookie(c, languageCookie)) ??
    preferred(c.req.header('accept-language') ?? '')
  );
}

export function language(text: string | undefined): Language | undefined {
  return text === 'ar' || text === 'en' ? text : undefined;
}

export function theme(text: string | undefined): Theme | undefined {
  return themes.find((each) => each === text);
}

/** One of the sandbox's own addresses, without `lang`. Anything else becomes the overview. */
export function ownAddress(text: string): string {
  // A shortcut for most addresses, because parsing a URL is slow.
  if (/^\/_sandbox(?:\/[\w-]+)*\/?$/.test(text)) return text;
  const url = URL.parse(text, 'http://sandbox.invalid');
  if (!url?.pathname.startsWith('/_sandbox')) return '/_sandbox/';
  url.searchParams.delete('lang');
  return url.pathname + url.search;
}

/** A form names its account itself: not every browser tells which page contained it. */
function accountOfForm(c: Context<AppEnv>): string {
  return c.req.method === 'POST' ? (c.req.query('account') ?? '') : '';
}

function accountIn(address: string): string {
  const [, query] = address.split('?');
  return query === undefined ? '' : (new URLSearchParams(query).get('account') ?? '');
}

/** A form's URL may not support GET. In that case, the page that the answer shows, or the one that contained the form. */
function addressOf(c: Context<AppEnv>): string {
  const { path, query } = connectionOf(c);
  if (c.req.method === 'GET' || c.req.method === 'HEAD')
    return ownAddress(query === '' ? path : `${path}?${query}`);
  const before = pageBefore(c);
  const shown = answersOf(path);
  // Its own page also has its filters.
  if (shown === undefined || pathOf(shown) === pathOf(before)) return before;
  return withAccount(shown, accountOfForm(c));
}

/** What an address says of a form sent before. It would read as the result of this one. */
const told = ['done', 'pressed', 'sent', 'was'];

/** The page that contained the form. */
export function pageBefore(c: Context<AppEnv>): string {
  const { pathname, searchParams } = new URL(
    ownAddress(c.req.header('referer') ?? ''),
    'http://sandbox.invalid',
  );
  for (const name of told) searchParams.delete(name);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

/** A record, or the page of a section, at the start of its forms' addresses. */
const formPages =
  /^\/_sandbox\/(?:(?:callbacks|requests)\/(?:\d+|new)|account|callbacks|clock|compatibility|faults|settings|signature|snapshots)(?=\/|$)/;

/** The page that a refused form shows. Undefined for a form that always leads back, and for an imported payment's. */
function answersOf(path: string): string | undefined {
  const [, account] = /^\/_sandbox\/account\/([^/]+)/.exec(path) ?? [];
  if (account !== undefined) return `/_sandbox/account?id=${account}`;
  if (path === '/_sandbox/reset' || path === '/_sandbox/stories') return '/_sandbox/snapshots';
  return formPages.exec(path)?.[0];
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? '';
}

/** The preferred supported language in `Accept-Language`. */
function preferred(header: string): Language {
  if (header === '') return 'en';
  const ranked = header
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.toLowerCase().split(';');
      const weight = parameters.map((each) => /^\s*q=([\d.]+)/.exec(each)?.[1]).find(Boolean);
      return { lang: language(tag.trim().split('-')[0]), weight: Number(weight ?? 1) };
    })
    .filter(({ lang, weight }) => lang !== undefined && weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return ranked[0]?.lang ?? 'en';
}
