import type { Context } from 'hono';
import type { AppEnv } from '../http/connection.ts';
import { messagePage } from './pages.ts';
import { languageOf } from './reader.ts';
import { signInPage } from './sign-in.ts';

/** What the guard shows a browser: a sign-in, or why it rejected a form of another site. */
export function refusalPage(c: Context<AppEnv>, status: 401 | 403): Response {
  if (status === 401) return signInPage(c);
  // The developer's. The checkout's language is not looked up for another site.
  c.set('lang', languageOf(c));
  return messagePage(c, status, 'refused');
}
