import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** A part of a page, with data already escaped. */
export type Page = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Loaded in this order, because later files build on earlier ones. */
export const stylesheets = ['base.css', 'forms.css', 'orders.css', 'shop.css'] as const;

/** The frame of all pages. */
export function layout(title: string, content: Page, script: Page | '' = ''): Page {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Souk Corner</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${stylesheets.map((name) => html`<link rel="stylesheet" href="/${name}">`)}
${script}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28">Souk Corner</a>
<nav aria-label="Shop"><a href="/">Shop</a> <a href="/orders">Orders</a></nav>
</header>
<main id="content" tabindex="-1">
${content}
</main>
<footer>An example shop. Nothing here is for sale.</footer>
</body>
</html>`;
}
