import type { Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import type { AppEnv } from '../http/connection.ts';
import { readForm } from '../http/read-form.ts';
import { pageHeaders } from '../http/security-headers.ts';
import { messagePage } from './pages.ts';
import { language, languageCookie, ownAddress, theme, themeCookie } from './reader.ts';

const largestFormBytes = 16 * 1024;
const yearSeconds = 31_536_000;

/** The buttons for language and theme. Each stores the choice in a cookie and returns to the same page. */
export function choiceRoutes(app: Hono<AppEnv>): void {
  choiceRoute(app, '/_sandbox/language', { field: 'lang', cookie: languageCookie, known: language });
  choiceRoute(app, '/_sandbox/theme', { field: 'theme', cookie: themeCookie, known: theme });
}

interface Choice {
  readonly field: string;
  readonly cookie: string;
  readonly known: (text: string | undefined) => string | undefined;
}

function choiceRoute(app: Hono<AppEnv>, path: string, { field, cookie, known }: Choice): void {
  app.post(path, async (c) => {
    const read = await readForm(c, largestFormBytes);
    const value = known(read?.(field));
    if (!read || !value) return messagePage(c, 422, 'notAllowed');
    // Not `Secure`: it is no secret, and a page over HTTP couldn't change it then.
    setCookie(c, cookie, value, {
      path: '/_sandbox',
      maxAge: yearSeconds,
      httpOnly: true,
      sameSite: 'Lax',
    });
    return c.body(null, 303, { ...pageHeaders, Location: ownAddress(read('to')) });
  });
}
