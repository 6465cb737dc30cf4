import type { Context } from 'hono';
import { type AppEnv, connectionOf } from '../http/connection.ts';
import { queryWithoutToken } from '../http/given-token.ts';
import type { Language } from '../protocol/vocabulary.ts';
import type { SignInPage } from './page-models.ts';
import { frame, page } from './pages.ts';
import { pageBefore, readerOf } from './reader.ts';

/** Asks for the token. Submitting it works like the banner's link: first in the URL, then as a cookie. */
export function signInPage(c: Context<AppEnv>): Response {
  const { lang, t } = readerOf(c);
  const other: Language = lang === 'ar' ? 'en' : 'ar';
  const isForm = c.req.method === 'POST';
  const { path, query } = isForm ? pageWithForm(c) : connectionOf(c);
  const asked = queryWithoutToken(query);
  const model: SignInPage = {
    ...frame(lang, t.dashboard.signIn.title),
    answersAddress: isForm ? addressOf(path, asked) : undefined,
    isWrong: !isForm && c.req.query('token') !== undefined,
    // The language cannot be saved yet: the route for that requires the token.
    otherLanguage: { lang: other, href: addressOf(path, withLanguage(asked, other)) },
    path,
    asked: [...asked],
  };
  return page(c, 401, 'sign-in', model);
}

/** The form's own address has no page. */
function pageWithForm(c: Context<AppEnv>) {
  const [path = '', query = ''] = pageBefore(c).split('?', 2);
  return { path, query };
}

function addressOf(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`;
}

function withLanguage(query: URLSearchParams, lang: Language): URLSearchParams {
  const changed = new URLSearchParams(query);
  changed.set('lang', lang);
  return changed;
}
