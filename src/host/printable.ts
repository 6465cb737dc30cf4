/** JSON without the characters that it lets through and a terminal obeys. */
export function printableJson(json: string): string {
  return json.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Text from elsewhere without control characters: a terminal would obey them. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => (character === '\n' ? '\n' : '\uFFFD'));
}
