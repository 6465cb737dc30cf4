/** Makes control characters visible, so that none can hide or move text. Line breaks and tabs stay. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/\p{Cc}/gu, (character) =>
      character === '\n' || character === '\t' ? character : picture(character),
    );
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x24_00 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}
