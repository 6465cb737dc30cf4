/** A pasted message, by its format. */
export type Pasted = { readonly request: string } | { readonly body: string } | { readonly query: string };

/** Recognizes a whole HTTP request or a JSON body. Anything else is a query, a URL or a form body. */
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
 * The query in a text: a URL, also without its scheme, a path, or a line of a log that has one. Further question
 * marks belong to values.
 */
export function queryIn(text: string): string {
  const line = text.trim().replace(/^(?:QUERY_STRING=)?["'`<]*/, '');
  const [before = ''] = /^(?:https?:\/)?\/[^?#\s]*\?|^[^=&?]*\?/i.exec(line) ?? [];
  const rest = line.slice(before.length).replace(/#.*$/s, '');
  const message = before === '' ? rest : rest.replace(/ HTTP\/\d.*$/s, '');
  return message.replace(/(\bhashed=[\da-f]{64})(?![\da-f&]).*$/is, '$1');
}

const requestLine = /^[A-Z]+ +(\S+)(?: +HTTP\/\d(?:\.\d)?)? *(?:\r?\n|$)/;
