import type { Context } from 'hono';
import type { AppEnv } from '../http/connection.ts';
import type { SignInPage } from './page-models.ts';
import { frame, page } from './pages.ts';

/** Asks a person for the token. What is typed goes the way of the banner's link: one request with it in the address, then a cookie. */
export function signInPage(c: Context<AppEnv>): Response {
  const model: SignInPage = { ...frame('en', 'Token needed'), isWrong: c.req.query('token') !== undefined };
  return page(c, 401, 'sign-in', model);
}
