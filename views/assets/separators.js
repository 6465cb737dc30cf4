/** Spaces, dashes, and invisible characters such as left-to-right marks, as the server drops them. */
export function withoutSeparators(text) {
  return text.replace(/[\s\p{Pd}\p{Cf}]/gu, '');
}
