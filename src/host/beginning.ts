/** The beginning of a text to quote, at most this long. It never ends in half an emoji, which would print as �. */
export function beginning(text: string, longest: number): string {
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}
