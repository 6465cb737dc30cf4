import type { IncomingHttpHeaders } from 'node:http';
import { printable } from '../host/printable.ts';

const mostCharacters = 60;

/** The client as the subject of a sentence. All we know is the name that it gives itself. */
export function clientNamed({ 'user-agent': agent }: IncomingHttpHeaders): string {
  const name = printable(agent ?? '')
    .trim()
    .slice(0, mostCharacters);
  return name ? `A client (${name})` : 'A client';
}
