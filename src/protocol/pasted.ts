/** A message as somebody pasted it, by what it looks like. */
export type Pasted = { readonly request: string } | { readonly body: string } | { readonly query: string };

/** A whole HTTP request, a JSON body, or else a query, a URL or a form body. */
export function pastedAs(text: string): Pasted {
  if (requestLine.test(text.trimStart())) return { request: text };
  return text.trimStart().startsWith('{') ? { body: text } : { query: text };
}

/**
 * The part of a raw HTTP request that is signed: its JSON or form body, else the query of its target. Undefined where the text
 * has no request line.
 */
export function signedPart(request: string): Exclude<Pasted, { readonly request: string }> | undefined {
  const [, target = ''] = requestLine.exec(request.trimStart()) ?? [];
  if (target === '') return undefined;
  // Copied from a terminal or an editor, the lines may end in either way.
  const head = /\r?\n\r?\n/.exec(request.trimStart());
  const body = head ? request.trimStart().slice(head.index + head[0].length) : '';
  if (body.trim() === '') return { query: target };
  return body.trimStart().startsWith('{') ? { body } : { query: body.trim() };
}

const requestLine = /^[A-Z]+ +(\S+)(?: +HTTP\/\d(?:\.\d)?)? *(?:\r?\n|$)/;
