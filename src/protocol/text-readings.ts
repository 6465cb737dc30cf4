import { queriesIn } from './pasted.ts';
import type { Field } from './signature.ts';
import { isOwnName, ownNames } from './signed-fields.ts';

/** How the message in a text may be read. A query is one as it stands in a URL. */
export type Reading = { readonly body: string } | { readonly query: string } | Pairs;

interface Pairs {
  readonly fields: readonly Field[];
}

/** The readings of a text, such as a line of a log, the likeliest first. */
export function readingsIn(text: string): readonly Reading[] {
  const queries = [text, withoutLabel(text), withHash(text), withHash(withoutLabel(text))].flatMap(queriesIn);
  const lists: readonly Pairs[] = [
    listIn(text),
    pairsIn(text.split('\n'), /[=:]/),
    pairsIn(text.split(/[\s,;{}]+/), /=/),
  ].flat();
  return [
    ...bodyIn(text),
    ...lists,
    ...lists.flatMap(encodedIn),
    ...[...new Set(queries)].map((query) => ({ query })),
  ];
}

/** Without what stands before a URL, a path, or the first parameter, if the last of that is a label such as `url=`. */
function withoutLabel(text: string): string {
  const [label = ''] = labelled.exec(text) ?? [];
  return text.slice(label.length);
}

/** With the hash as a field of the query, if it stands apart: on a line of its own, or as another field of a log. */
function withHash(text: string): string {
  const found = hashApart.exec(text);
  return found ? `${text.slice(0, found.index)}&hashed=${found[1]}` : text;
}

const ownField = new RegExp(String.raw`(?<![\w%.-])(?:${[...ownNames].join('|')})=`);
const labelled = new RegExp(
  String.raw`^[^?&]*?\b[\w.-]{1,40}=["'\`]?(?=(?:https?:/)?/|(?:${[...ownNames].join('|')})=)`,
);
const hashApart =
  /(?<!&#?\w{1,6})["'`,;|\s]{1,9}hashed["'`]?\s{0,9}[=:]?\s{0,9}["'`]?([\da-f]{64})(?![\da-f])/i;

/** Whether a text is nothing but a query or a URL as it arrives, in which case only one reading is possible. */
export function isAlone(text: string): boolean {
  const query = text
    .trim()
    .replace(/^[^\s?=&#"'`<>]*\?/, '')
    .replace(/#\S*$/, '');
  return query.split('&').every(isFieldAlone);
}

function isFieldAlone(field: string): boolean {
  const name = field.replace(/=.*$/s, '');
  const value = field.slice(name.length + 1);
  if (name === 'hashed') return /^\w*$/.test(value);
  // As encoders write it.
  if (isOwnName(name)) return /^[\w.~%+*-]*$/.test(value);
  return /^[^\s"'`<>{}|\\^?;]*$/.test(field) && !ownField.test(value);
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

/** Browsers list the parameters of a request as encoded too. */
function encodedIn({ fields }: Pairs): readonly Reading[] {
  const isEncoded = fields.every(([, value]) => /^[\w.~%+*-]*$/.test(value));
  const query = fields.map(([name, value]) => `${name}=${value}`).join('&');
  return isEncoded && /[%+]/.test(query) ? [{ query }] : [];
}

/** Names and values on lines of their own, as a list on a page is copied. */
function listIn(text: string): readonly Pairs[] {
  const lines = text.split('\n').map((line) => line.trim());
  const first = lines.findIndex(isName);
  const list = lines.slice(Math.max(first, 0), lines.findLastIndex(isName) + 2);
  const names = list.filter((_, at) => at % 2 === 0);
  const fields = names.map((name, at): Field => [name, list[at * 2 + 1] ?? '']);
  return list.length > 2 && names.every(isName) ? [{ fields }] : [];
}

/** Decoded pairs, such as one in each line. With `&`, they are queries. */
function pairsIn(parts: readonly string[], separator: RegExp): readonly Pairs[] {
  const fields = parts.flatMap((part): Field[] => {
    const at = part.search(separator);
    const name = part.slice(0, Math.max(at, 0)).trim();
    return isName(name) ? [[name, part.slice(at + 1).trim()]] : [];
  });
  const isQuery = fields.some(([, value]) => ownField.test(value));
  return fields.length > 2 && !isQuery ? [{ fields }] : [];
}

function isName(text: string): boolean {
  return isOwnName(text) || text === 'hashed';
}
