/** Text from elsewhere without control characters: a terminal would obey them. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => (character === '\n' ? '\n' : '\uFFFD'));
}
