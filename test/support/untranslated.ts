import { unescaped } from './html.ts';

/** Elements whose text is data or code in every language. */
const dataElements = new Set(['code', 'kbd', 'pre', 'time', 'textarea', 'script', 'style', 'svg']);
const voidElements = new Set(['meta', 'link', 'input', 'br', 'hr', 'img']);
const readAloud = ['aria-label', 'title', 'placeholder', 'alt'];

/** Words that stay unchanged in Arabic sentences, and the names of this product and its demo account. */
const foreign =
  /\b(?:API|URL|HTTPS?|IP|IPv4|IPv6|CIDR|JSON|HTML|HMAC|CSV|HAR|curl|token|verify|confirm|Node|PHP|Python|gateway-sandbox|xx)\b|\dxx\b|\.env\b/g;
/** A bidi isolate with automatic or left-to-right direction: a name or value inside a sentence. */
const isolated = /[\u2066\u2068][^\u2069]*\u2069/g;

/**
 * All texts with Latin letters on an Arabic page that no element marks as data or as English. `data`: what
 * the test itself has entered.
 */
export function untranslatedIn(html: string, data: RegExp = /(?!)/g): string[] {
  const open: { readonly name: string; readonly isSkipped: boolean }[] = [];
  const found: string[] = [];
  const isSkipped = () => open.at(-1)?.isSkipped ?? false;
  const judge = (text: string) => {
    const left = unescaped(text).replace(isolated, '').replace(data, '').replace(foreign, '');
    if (/\p{Script=Latin}/u.test(left)) found.push(text.trim());
  };
  for (const [token, slash, name = '', attributes = ''] of html
    .replace(/<![^>]*>/g, '')
    .matchAll(/<(\/?)([a-z][\w-]*)([^>]*)>|[^<]+/g)) {
    if (name === '') {
      if (!isSkipped()) judge(token);
      continue;
    }
    if (slash) open.pop();
    else {
      const skips = isSkipped() || isData(name, attributes);
      if (!skips) for (const value of spokenIn(name, attributes)) judge(value);
      if (!voidElements.has(name) && !/\/$/.test(attributes)) open.push({ name, isSkipped: skips });
    }
  }
  return found;
}

/** A `lang` attribute overrides the outer one: an Arabic word inside English text is checked again. */
function isData(name: string, attributes: string): boolean {
  return (
    dataElements.has(name) ||
    / lang="en"/.test(attributes) ||
    (name === 'bdi' && / dir="ltr"/.test(attributes))
  );
}

/** A placeholder with sample input is data if the field is left-to-right. */
function spokenIn(name: string, attributes: string): string[] {
  const isTyped = name === 'input' || name === 'textarea';
  return readAloud
    .filter((attribute) => !(isTyped && attribute === 'placeholder'))
    .map((attribute) => new RegExp(` ${attribute}="([^"]*)"`).exec(attributes)?.[1] ?? '');
}
