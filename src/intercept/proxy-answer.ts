import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { clearTimeout, setTimeout } from '../host/timers.ts';

/** An answer from the proxy itself, with a message for the user. */
export interface ProxyAnswer {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a request and closes the connection. */
export function answerText(response: ServerResponse, answer: ProxyAnswer): void {
  // Set the status text explicitly: Node would keep an earlier one that could not be written.
  response.writeHead(answer.status, STATUS_CODES[answer.status], headersOf(answer));
  response.end(bodyOf(answer));
}

/** Does the same on a connection that is no longer read as HTTP. */
export function answerRaw(client: Duplex, answer: ProxyAnswer): void {
  const lines = Object.entries(headersOf(answer)).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`, ...lines].join('\r\n');
  client.end(`${head}\r\n\r\n${bodyOf(answer)}`);
  leave(client);
}

const lingerMs = 2000;

/** Lets the client close first: closing with unread bytes would reset the connection and lose the answer. */
function leave(client: Duplex): void {
  const timer = setTimeout(() => client.destroy(), lingerMs);
  client.once('close', () => clearTimeout(timer));
  client.resume();
}

function headersOf(answer: ProxyAnswer): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(bodyOf(answer))),
    Connection: 'close',
    ...answer.headers,
  };
}

function bodyOf({ message }: ProxyAnswer): string {
  return `${message}\n`;
}
