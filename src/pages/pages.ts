import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { version } from '../host/paths.ts';
import type { AppEnv } from '../http/connection.ts';
import { pageHeaders } from '../http/security-headers.ts';
import type { Frame, MessagePage } from './page-models.ts';
import { render, type ViewName } from './render.ts';
import { type Language, words } from './words/words.ts';

/** An HTML page of ours under the headers that every page has. */
export function page(
  c: Context<AppEnv>,
  status: ContentfulStatusCode,
  view: ViewName,
  model: Frame,
): Response {
  // As bytes: Node writes a long string that is not Latin-1, such as every page with Arabic in it, a fifth more slowly.
  return c.body(Buffer.from(render(view, model)), status, pageHeaders);
}

export function frame(lang: Language, title: string): Frame {
  return { lang, dir: lang === 'ar' ? 'rtl' : 'ltr', title, version };
}

/** A page that shows nothing of what was asked for. A tester reads `details` in the place of its text; a customer never does. */
export function messagePage(
  c: Context<AppEnv>,
  status: ContentfulStatusCode,
  kind: keyof (typeof words)['en']['messages'],
  details?: string,
): Response {
  const isCheckout = c.req.path.startsWith('/checkout');
  const lang: Language = c.req.query('lang') === 'en' || !isCheckout ? 'en' : 'ar';
  const { heading, text } = words[lang].messages[kind];
  const shown = isCheckout ? text : (details ?? text);
  const model: MessagePage = { ...frame(lang, heading), heading, text: shown, isTesters: !isCheckout };
  return page(c, status, 'message', model);
}
