import type { Gateway } from './gateways.ts';
import { type Html, html, ltr } from './html.ts';
import { type Lang, words } from './words.ts';

export interface Page {
  readonly lang: Lang;
  readonly title: string;
  /** The path without the language, such as `/orders`. */
  readonly path: string;
  readonly content: Html;
  /** Reload interval in seconds. */
  readonly refresh?: number | undefined;
}

/** The frame of every page. */
export function layout({ lang, title, path, content, refresh }: Page): Html {
  const text = words[lang];
  const other = lang === 'ar' ? 'en' : 'ar';
  return html`<!doctype html>
<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh === undefined ? undefined : html`<meta http-equiv="refresh" content="${refresh}">`}
<title>${title} · ${text.shop}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop.css">
</head>
<body>
<a class="skip" href="#content">${text.nav.skip}</a>
<aside class="strip"><p>${text.strip}</p><a href="/${other}${path}" lang="${other}" hreflang="${other}" data-testid="language">${text.other}</a></aside>
<header><a class="brand" href="/${lang}"><span class="logo">${bag}</span>${text.shop}</a>
<nav><a href="/${lang}"${current(path === '/')}>${text.nav.shop}</a><a href="/${lang}/orders"${current(path === '/orders')}>${text.nav.orders}</a></nav></header>
<main id="content">${content}</main>
</body>
</html>`;
}

export const prices: Readonly<Record<Gateway['currency'], string>> = { LYD: '25.50', USD: '5.25' };

export function price(lang: Lang, amount: string, currency: Gateway['currency']): Html {
  if (currency === 'USD') return ltr(`$${amount}`);
  return lang === 'ar' ? html`${ltr(amount)} د.ل` : ltr(`${amount} LYD`);
}

function current(isHere: boolean): Html | undefined {
  return isHere ? html` aria-current="page"` : undefined;
}

const bag = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 8h12l1 11a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19z"/><path d="M9 10.5V7a3 3 0 0 1 6 0v3.5"/></svg>`;

/** The picture of the shop's only product. */
export const cup = html`<svg class="cup" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="30" r="21" fill="#f6e6d7"/><path d="M18 24h24v12a11 11 0 0 1-11 11h-2a11 11 0 0 1-11-11z" fill="#a7512a"/><path d="M42 27h3a5.5 5.5 0 0 1 0 11h-3.5" fill="none" stroke="#a7512a" stroke-width="3.5"/><ellipse cx="30" cy="24" rx="12" ry="3.2" fill="#5c2810"/><path d="M18 33h24" stroke="#e3a079" stroke-width="2"/><path d="M26 17c-2-3 2-4 0-7M33 17c-2-3 2-4 0-7" fill="none" stroke="#a7512a" stroke-width="1.8" stroke-linecap="round"/></svg>`;
