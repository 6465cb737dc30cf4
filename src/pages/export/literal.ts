/** A text as JavaScript and Python write it: in single quotes where it has nothing to escape, else as JSON does. */
export function literal(text: string): string {
  return /^[^'\\\p{Cc}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text);
}
