/** A URL, or text that should be one, without a user and password. For messages. */
export function withoutUser(text: string): string {
  return text.replace(/^([^@]*?:\/\/)?.*@/s, '$1…@');
}
