import { expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { exchanged, parsedAnswer } from '../support/raw-socket.ts';

const paths = ['/api/v1/transaction/cardgw/confirm', '/checkout', '/_sandbox/api/clock'];

it.each(['a.1', '127u0.0.1', '1.2.3.4.5', '999.1'].flatMap((host) => paths.map((path) => [host, path])))(
  'A host header that makes no URL is a name that is not allowed: %s, %s',
  async (host, path) => {
    const sandbox = await freshSandbox();
    const url = await sandbox.listen();
    const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
    const { status, body } = parsedAnswer(await exchanged(url, head));
    expect([status, JSON.parse(body).error.code]).toEqual([403, 'HOST_NOT_ALLOWED']);
  },
);
