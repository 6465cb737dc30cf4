import type { IncomingHttpHeaders } from 'node:http';
import { printable } from '../host/printable.ts';

const mostCharacters = 60;

/** Who asked, for a sentence: the name that a client gives itself is all that we know of it. */
export function clientNamed({ 'user-agent': agent }: IncomingHttpHeaders): string {
  const name = printable(agent ?? '')
    .trim()
    .slice(0, mostCharacters);
  return name ? `A client (${name})` : 'A client';
}
