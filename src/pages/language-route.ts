import type { Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import { type AppEnv, connectionOf } from '../http/connection.ts';
import { readForm } from '../http/read-form.ts';
import { pageHeaders } from '../http/security-headers.ts';
import { messagePage } from './pages.ts';
import { language, languageCookie, ownAddress } from './reader.ts';

const largestFormBytes = 16 * 1024;
const yearSeconds = 31_536_000;

/** The dashboard's language button: saves the choice and returns to the same page. */
export function languageRoute(app: Hono<AppEnv>): void {
  app.post('/_sandbox/language', async (c) => {
    const read = await readForm(c, largestFormBytes);
    const lang = language(read?.('lang'));
    if (!read || !lang) return messagePage(c, 422, 'notAllowed');
    setCookie(c, languageCookie, lang, {
      path: '/_sandbox',
      maxAge: yearSeconds,
      httpOnly: true,
      sameSite: 'Lax',
      secure: connectionOf(c).isHttps,
    });
    return c.body(null, 303, { ...pageHeaders, Location: ownAddress(read('to')) });
  });
}
