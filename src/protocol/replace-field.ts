import { parseHeaderValue } from './header-value.ts';
import { replaceMember } from './json-text.ts';
import { replaceParts } from './multipart.ts';

/**
 * A body with another text in every field of a name. Everything else keeps its exact text: a JSON number
 * 10.50 stays 10.50. Undefined for a body that mentions the name but cannot be read.
 */
export function replaceField(
  contentType: string,
  body: string,
  field: { readonly name: string; readonly text: string },
): string | undefined {
  const { type, parameters } = parseHeaderValue(contentType);
  if (type === '' || type === 'application/x-www-form-urlencoded') return replacePairs(body, field);
  const replaced =
    type === 'multipart/form-data'
      ? replaceParts(body, parameters.get('boundary'), field)
      : replaceMember(body, field);
  return replaced ?? (body.includes(field.name) ? undefined : body);
}

/** The same in a query string or an urlencoded body. */
export function replacePairs(
  encoded: string,
  { name, text }: { readonly name: string; readonly text: string },
): string {
  const pair = new URLSearchParams({ [name]: text }).toString();
  return encoded
    .split('&')
    .map((each) => (new URLSearchParams(`&${each}`).has(name) ? pair : each))
    .join('&');
}
