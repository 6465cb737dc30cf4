/** Escapes characters that JSON allows but a terminal would interpret. */
export function printableJson(json: string): string {
  return json.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Replaces control characters in untrusted text, because a terminal would interpret them. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => (character === '\n' ? '\n' : '\uFFFD'));
}
