import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { viewsDir } from '../../src/host/paths.ts';
import { render } from '../../src/pages/render.ts';
import type { Language } from '../../src/protocol/vocabulary.ts';
import { version } from './frame.ts';
import { samples } from './pages.ts';

/** Each component, by a sample page that has it and its class. */
const components: readonly (readonly [sample: string, className: string])[] = [
  ['overview', 'keys'],
  ['transactions', 'pills'],
  ['transactions', 'filters'],
  ['transactions', 'rows rows-lines'],
  ['requests', 'rows rows-lines rows-calls'],
  ['callbacks', 'rows rows-lines rows-callbacks'],
  ['callbacks', 'inline-form'],
  ['callbacks-empty', 'empty'],
  ['overview', 'on-purpose'],
  ['overview', 'test-payment'],
  ['inbox', 'numbers'],
  ['inbox', 'handset'],
];

/** Tokens and components on one page. They are cut out of the sample pages, so they cannot differ from them. */
export function galleryPage(lang: Language): string {
  const page = sampleHtml('overview', lang);
  const main = cut(page, '<main id="main"');
  const shown = components.map(([sample, className]) => {
    const piece = cut(sampleHtml(sample, lang), `class="${className}"`);
    return `<section class="stack"><h2 lang="en" dir="ltr">.${className.split(' ').join('.')}</h2>${piece}</section>`;
  });
  const content = `<h1 lang="en" dir="ltr">Gallery</h1>${tokenList()}${shown.join('\n')}`;
  const start = main.slice(0, main.indexOf('>') + 1);
  const style = `<link rel="stylesheet" href="/assets/${version}/gallery.css">`;
  // Its scripts expect a real page.
  const still = page.replace(/<script .*?<\/script>/g, '');
  return still.replace('</head>', `${style}</head>`).replace(main, () => `${start}${content}</main>`);
}

/** A class for each token with a color, because the pages allow no inline styles. */
export function galleryStyle(): string {
  const swatches = tokens().filter(isColor);
  return [
    '.swatches { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 0.75rem; }',
    '.swatch { display: block; block-size: 2.5rem; border: 1px solid var(--line); border-radius: var(--radius-small); }',
    ...swatches.map(([name]) => `.swatch${name} { background: var(${name}); }`),
  ].join('\n');
}

function tokenList(): string {
  const items = tokens().map(([name, value]) => {
    const shown = isColor([name, value]) ? `<i class="swatch swatch${name}"></i>` : '';
    return `<li>${shown}<code dir="ltr">${name}</code> <span class="hint" dir="ltr">${value}</span></li>`;
  });
  return `<ul class="swatches">${items.join('')}</ul>`;
}

type Token = readonly [name: string, value: string];

function tokens(): Token[] {
  const css = readFileSync(join(viewsDir, 'styles/tokens.css'), 'utf8');
  const root = css.slice(0, css.indexOf('}'));
  return [...root.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]);
}

function isColor([, value]: Token): boolean {
  return /^(?:light-dark\(|#)/.test(value);
}

function sampleHtml(name: string, lang: Language): string {
  const sample = samples[name];
  if (!sample) throw new Error(`There is no sample page ${name}.`);
  return render(sample.view, sample.model(lang));
}

/** The element whose start tag has a text. Throws if there is none. */
function cut(html: string, mark: string): string {
  const at = html.indexOf(mark);
  if (at === -1) throw new Error(`No sample page has ${mark}.`);
  const start = html.lastIndexOf('<', at + 1);
  const tag = /^<(\w+)/.exec(html.slice(start))?.[1] ?? '';
  let depth = 0;
  for (const { 0: found, index } of html.slice(start).matchAll(new RegExp(`</?${tag}\\b[^>]*>`, 'g'))) {
    depth += found.startsWith('</') ? -1 : 1;
    if (depth === 0) return html.slice(start, start + index + found.length);
  }
  throw new Error(`The element with ${mark} does not end.`);
}
