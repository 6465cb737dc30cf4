import { queriesIn } from './pasted.ts';
import type { Field } from './signature.ts';
import { isOwnName } from './signed-fields.ts';

/** How the message in a text may be read. A query is one as it stands in a URL. */
export type Reading =
  | { readonly body: string }
  | { readonly query: string }
  | { readonly fields: readonly Field[] };

/** The readings of a text, such as a line of a log, the likeliest first. */
export function readingsIn(text: string): readonly Reading[] {
  return [...bodyIn(text), ...listIn(text), ...queriesIn(text).map((query) => ({ query }))];
}

/** Whether a text is nothing but a message or its URL, in which case only one reading is possible. */
export function isAlone(text: string): boolean {
  return /^[^\s"'`<>{}|\\^]+$/.test(text.trim());
}

/** Whether a text has the name of the gateway's hash, however it is written. */
export function namesHash(text: string): boolean {
  return /hashed\b/.test(text);
}

/** The text without the escapes of HTML, or else of a shell or a text in JSON. */
export function unescaped(text: string): string {
  const plain = text.replaceAll(/&(?:quot|#0*34|#x0*22);/gi, '"').replaceAll(/&(?:amp|#0*38|#x0*26);/gi, '&');
  if (plain !== text) return plain;
  return /\^[&"]/.test(text) ? text.replaceAll(/\^(.)/g, '$1') : text.replaceAll(/\\(\W)/g, '$1');
}

const jsonText = String.raw`"(?:[^"\\]|\\.)*"`;
const member = String.raw`\s*${jsonText}\s*:\s*(?:${jsonText}|[^\s"{}[\],]+)\s*`;
/** A JSON object without objects or lists in it. */
const flatObject = new RegExp(`\\{${member}(?:,${member})*\\}`, 'gs');

/** The body of a callback. Of two, it is not clear which one is meant. */
function bodyIn(text: string): readonly Reading[] {
  const bodies = text
    .match(flatObject)
    ?.filter((each) => each.includes('"hashed"') && each.includes('"invoice_no"'));
  const [body, ...others] = new Set(bodies);
  return body === undefined || others.length > 0 ? [] : [{ body }];
}

/** Names and values on lines of their own, as a list on a page is copied. */
function listIn(text: string): readonly Reading[] {
  if (text.includes('=')) return [];
  const lines = text.split('\n').map((line) => line.trim());
  const first = lines.findIndex(isOwnName);
  const last = lines.lastIndexOf('hashed') + 1;
  const names = lines.slice(first, last).filter((_, at) => at % 2 === 0);
  if (first === -1 || names.length < 2 || !names.every((name) => isOwnName(name) || name === 'hashed'))
    return [];
  return [{ fields: names.map((name, at) => [name, lines[first + at * 2 + 1] ?? '']) }];
}
