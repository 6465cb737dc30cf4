import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { version } from '../host/paths.ts';
import type { AppEnv } from '../http/connection.ts';
import { pageHeaders } from '../http/security-headers.ts';
import type { Language } from '../protocol/vocabulary.ts';
import { pageBytes } from './page-bytes.ts';
import type { Frame, MessagePage } from './page-models.ts';
import { languageOf } from './reader.ts';
import type { ViewName } from './render.ts';
import { words } from './words/words.ts';

/** Renders an HTML page with the standard headers. */
export function page<Model extends Partial<Frame> & object>(
  c: Context<AppEnv>,
  status: ContentfulStatusCode,
  view: ViewName,
  model: Model,
): Response {
  // As bytes: Node writes long strings outside Latin-1, such as every page with Arabic, 20% slower.
  return c.body(pageBytes(view, model), status, pageHeaders);
}

export function frame(lang: Language, title: string): Frame {
  return { lang, dir: lang === 'ar' ? 'rtl' : 'ltr', title, version };
}

type MessageKind = keyof (typeof words)['en']['messages'];

/** An error page. Testers see `details` instead of the usual text. Customers never do. */
export function messagePage(
  c: Context<AppEnv>,
  status: ContentfulStatusCode,
  kind: MessageKind,
  details?: string,
): Response {
  const isCheckout = c.req.path.startsWith('/checkout');
  const lang = isCheckout ? customersLanguage(c) : languageOf(c);
  const { heading, text } = words[lang].messages[kind];
  const model: MessagePage = {
    ...frame(lang, heading),
    heading,
    text: isCheckout ? text : (details ?? text),
    isTesters: !isCheckout,
    otherLanguage: isCheckout ? otherLanguage(c, kind, lang) : undefined,
  };
  return page(c, status, 'message', model);
}

/** A form sends its language in the body. */
function customersLanguage(c: Context<AppEnv>): Language {
  return (c.get('lang') || c.req.query('lang')) === 'en' ? 'en' : 'ar';
}

/** Links to the same message in the other language. Includes the token only if the checkout may exist. */
function otherLanguage(c: Context<AppEnv>, kind: MessageKind, lang: Language): MessagePage['otherLanguage'] {
  const other: Language = lang === 'ar' ? 'en' : 'ar';
  // No link leads to a message that only a form gets.
  if (kind === 'refused') return undefined;
  if (kind === 'unknown') return { lang: other, href: `/checkout?lang=${other}` };
  if (kind !== 'failed' && kind !== 'notStored') return { lang: other, href: `?lang=${other}` };
  const token = c.get('token') ?? c.req.query('token') ?? '';
  return { lang: other, href: `/checkout?${new URLSearchParams({ token, lang: other })}` };
}
