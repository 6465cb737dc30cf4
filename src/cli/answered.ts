import { beginning } from '../host/beginning.ts';
import type { Answer } from '../net/call.ts';

/** The first non-empty line of the app's answer, cut for a terminal. */
export function firstLine(body: string): string {
  const line = body.split('\n').find((each) => each.trim() !== '') ?? '';
  return beginning(line.trim(), 120);
}

/** What the app answered, for "a page that …". */
export function answered({ status, error, body }: Answer): string {
  if (status === null) return `gave no answer: ${error}`;
  return `answered ${status}${error === null ? '' : ` (${error})`}${quoted(body)}`;
}

/** In parentheses. Empty without text, and for a page. */
export function quoted(body: string): string {
  const line = firstLine(body);
  return line === '' || line.startsWith('<') ? '' : ` (${line})`;
}
