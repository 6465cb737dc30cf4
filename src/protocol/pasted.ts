/** A pasted message, by its format. */
export type Pasted = { readonly request: string } | { readonly body: string } | { readonly query: string };

/** Recognizes a whole HTTP request or a JSON body. Anything else is a query, a URL, a form body, or a text with one. */
export function pastedAs(text: string): Pasted {
  if (requestLine.test(text.trimStart())) return { request: text };
  return text.trimStart().startsWith('{') ? { body: text } : { query: text };
}

/**
 * The signed part of a raw HTTP request: its JSON or form body, else the query of its target. Undefined when
 * the text has no request line.
 */
export function signedPart(request: string): Exclude<Pasted, { readonly request: string }> | undefined {
  const [, target = ''] = requestLine.exec(request.trimStart()) ?? [];
  if (target === '') return undefined;
  // Text copied from a terminal or an editor may use either line ending.
  const head = /\r?\n\r?\n/.exec(request.trimStart());
  const body = head ? request.trimStart().slice(head.index + head[0].length) : '';
  if (body.trim() === '') return { query: target };
  return body.trimStart().startsWith('{') ? { body } : { query: body.trim() };
}

/**
 * The query in a text: a URL, also without its scheme, a path, a line of a log that has one, or a query with a
 * label, in quotes, or broken over lines. Further question marks belong to values. Where other text may follow
 * fields that come after the hash, there are two: with it, and up to the first character that no URL has.
 */
export function queriesIn(text: string): readonly string[] {
  const whole = plain(text);
  const line = whole.replace(/^(?:(?:QUERY_STRING|REQUEST_URI)=)?["'`<([\p{Pi}\p{Cf}]*/u, '');
  const [target = ''] = /^(?:https?:\/)?\/[^?#\s]*\?|^[^=&?]*\?/i.exec(line) ?? [];
  const rest = line.slice(target.length);
  const [label = ''] = labelFirst.exec(rest) ?? [];
  const query = rest.slice(label.length);
  const message = query.replace(target === '' ? /#.*$/s : /#.*$| HTTP\/\d.*$/s, '');
  return endedAfterHash(message, whole.slice(0, whole.length - query.length));
}

/** JSON in logs may escape these two characters. A list of fields without `&` has one in each line. */
function plain(text: string): string {
  const read = text
    .trim()
    .replaceAll(/\\u0026/g, '&')
    .replaceAll(/\\u003d/gi, '=');
  const lines = read.split('\n').map((line) => line.trim());
  return lines.join(read.includes('&') ? '\n' : '&');
}

/** What comes before the first name: `path=/return?` in a line of fields, the words of a command, a label. */
const labelFirst =
  /^(?:(?=[^&?]*[\s"'`])[^&?]*\?|[^&]*[\s"'`\p{Pi}\p{Cf}]|[^=&]*[<>?:;,|({])(?=[^\s"'`\p{Pi}\p{Cf}<>=&?:;,|({]+=)/u;

/** The field may be broken over lines. */
const hashField = new RegExp(`(?:^|&)\n?${[...'hashed='].join('\n?')}(?:\n?[\\da-f]){64}`, 'i');

/**
 * No URL has these unencoded, so the app did not receive them. Servers log a byte that it did receive as `\x…`.
 * Letters of all languages stay: somebody may have decoded them.
 */
const notInUrl = /[\s"'`<>\p{C}]|\\(?!x)|[^\p{ASCII}\p{L}\p{M}\p{N}]/u;

/** As Spring logs a request: `Before request [GET /return?…, client=127.0.0.1]`. */
const nextInLog = /^[,;:]\s.*$/s;

/** Removes what follows the hash in the text, but nothing that the app may have received. */
function endedAfterHash(message: string, before: string): readonly string[] {
  const found = hashField.exec(message);
  if (!found) return [message];
  const until = found.index + found[0].length;
  const after = message.slice(until).replace(nextInLog, '');
  const ends = [after.search(notInUrl), ...closing(before).map((character) => after.indexOf(character))];
  const received = after.slice(0, Math.min(...ends.map((at) => (at === -1 ? after.length : at))));
  const signed = message.slice(0, until).replaceAll('\n', '');
  if (received.includes('&')) return [signed + after, signed + received];
  return [isSentence(before) && /^[.,]$/.test(after) ? signed : signed + received];
}

/** What closes the brackets that are open before the message, or the column that it is in. */
function closing(before: string): string[] {
  const brackets = ['[]', '()', '{}'].filter(
    ([open = '', close = '']) => before.split(open).length > before.split(close).length,
  );
  const [, column] = /([,;|<])(?:(?:https?:\/)?\/[^\s,;|<]*)?$/i.exec(before) ?? [];
  const columns = column === undefined ? [] : [column === '<' ? '|' : column];
  return [...brackets.map(([, close = '']) => close), ...columns];
}

/** In a sentence, people write the whole URL. Without words before it, or after a method, it may be a log's. */
function isSentence(before: string): boolean {
  return /\shttps?:\/\/\S*$/i.test(before) && !/\b(?:GET|POST)\s+\S*$/.test(before);
}

const requestLine = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) +(\S+)(?: +HTTP\/\d(?:\.\d)?)? *(?:\r?\n|$)/;
