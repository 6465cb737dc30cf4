import { unescaped } from './html.ts';
import type { Answer, TestSandbox } from './sandbox.ts';

/** Submits a form of one of the dashboard's tool pages, named by the end of its address. */
export function sendTo(
  sandbox: TestSandbox,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return sandbox.fetch(`/_sandbox/${path}`, { method: 'POST', body: new URLSearchParams(fields) });
}

/** Submits a form that must succeed, and returns the next page. */
export async function done(
  sandbox: TestSandbox,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, headers, text } = await sendTo(sandbox, path, fields);
  const location = headers.get('location');
  if (status !== 303 || location === null) throw new Error(`${status} ${wordsOf(text)}`);
  return (await sandbox.fetch(location)).text;
}

/** A page's text without tags, with single spaces. */
export function wordsOf(html: string): string {
  return unescaped(html.replace(/<(script|style|head)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The error next to a form field. Undefined if there is none. */
export function errorBeside(html: string, name: string): string | undefined {
  return idWords(html, `field-${name}-error`);
}

/** The value of a form field: the text, the selected option, or `on` or '' for an on/off field. */
export function heldBy(html: string, name: string): string | undefined {
  const id = escaped(`field-${name}`);
  const [area] = new RegExp(`<textarea id="${id}".*?</textarea>`, 's').exec(html) ?? [];
  if (area !== undefined) return unescaped(/>\n?(.*)<\/textarea>$/s.exec(area)?.[1] ?? '');
  const [list] = new RegExp(`<select id="${id}".*?</select>`, 's').exec(html) ?? [];
  if (list !== undefined) return unescaped(/value="([^"]*)" selected/.exec(list)?.[1] ?? '');
  const [input] = new RegExp(`<input id="${id}"[^>]*>`).exec(html) ?? [];
  if (input === undefined) return undefined;
  if (input.includes('type="checkbox"')) return / checked\b/.test(input) ? 'on' : '';
  return unescaped(/ value="([^"]*)"/.exec(input)?.[1] ?? '');
}

/** The chips at the top of a page: the full text of each, and the link that undoes it. */
export function chipsOf(html: string): { readonly words: string; readonly href: string }[] {
  return [...html.matchAll(/<a class="chip[^"]*" href="([^"]*)" title="([^"]*)"/g)].map(
    ([, href = '', title = '']) => ({ words: unescaped(title), href: unescaped(href) }),
  );
}

/** The text about one setting on the settings page. */
export function settingIn(html: string, name: string): string {
  const row = new RegExp(`<article class="setting" id="${escaped(name)}".*?</article>`, 's');
  return wordsOf(row.exec(html)?.[0] ?? '');
}

function idWords(html: string, id: string): string | undefined {
  const [, text] = new RegExp(`id="${escaped(id)}">([^<]*)<`).exec(html) ?? [];
  return text === undefined ? undefined : unescaped(text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
