/** A string literal for JavaScript and Python: single-quoted if nothing needs escaping, otherwise JSON. */
export function literal(text: string): string {
  return /^[^'\\\p{Cc}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);
}
