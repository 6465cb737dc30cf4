/** Untrusted text without control characters, which a terminal would interpret. Keeps line breaks. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => (character === '\n' ? '\n' : '\uFFFD'));
}
