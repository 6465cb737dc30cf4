import type { Step } from '../support/scripted-server.ts';

/** Something that a server can do to a request, and the result of the exchange. */
export interface EventOrder {
  readonly name: string;
  readonly script: readonly Step[];
  /** The status, or the reason why there is none. */
  readonly ends: number | RegExp | 'either way';
  /** Whether the server never reads, so that no request can be counted. */
  readonly unread?: boolean;
}

const answer = (head: string, body = ''): Step => ({ bytes: `HTTP/1.1 ${head}\r\n\r\n${body}` });
const ok = answer('200 OK\r\nContent-Length: 2', 'ok');
const reset = /^the connection was reset by 127\.0\.0\.1:\d+$/;
const ended = /^127\.0\.0\.1:\d+ closed the connection without an answer$/;
const endedOrReset =
  /^127\.0\.0\.1:\d+ closed the connection without an answer$|^the connection was reset by 127/;
const cutOff = /^the answer 200 was cut off before it was complete$/;
const notHttp = /^127\.0\.0\.1:\d+ did not answer in HTTP: /;
const late = /^no complete answer within \d+ ms$/;
const switched = /^the answer was 101 Switching Protocols, which the request did not ask for$/;
const upgrade = '101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket';

export const eventOrders: readonly EventOrder[] = [
  { name: 'an answer', script: ['request', ok], ends: 200 },
  { name: 'an answer, then the end', script: ['request', ok, 'half-close'], ends: 200 },
  { name: 'an answer, then a reset', script: ['request', ok, { pauseMs: 5 }, 'reset'], ends: 200 },
  {
    name: 'an answer in single bytes',
    script: ['request', ...bytewise('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')],
    ends: 200,
  },
  {
    name: 'an answer before the request',
    script: [ok, { pauseMs: 50 }, 'half-close'],
    ends: 'either way',
    unread: true,
  },
  {
    name: '100, 102 and 103 before the answer',
    script: [
      'request',
      answer('100 Continue'),
      answer('102 Processing'),
      answer('103 Early Hints\r\nLink: </a>'),
      ok,
    ],
    ends: 200,
  },
  {
    name: '102 without an end',
    script: ['request', { drip: 'HTTP/1.1 102 Processing\r\n\r\n' }],
    ends: late,
  },
  { name: '101 with an Upgrade header', script: ['request', answer(upgrade)], ends: switched },
  { name: '101 without one', script: ['request', answer('101 Switching Protocols')], ends: switched },
  {
    name: '101 with bytes of the other protocol',
    script: ['request', answer(upgrade, '\u0081\u0005hello')],
    ends: switched,
  },
  { name: '101, then the end', script: ['request', answer(upgrade), 'half-close'], ends: switched },
  {
    name: '101, then a reset',
    script: ['request', answer(upgrade), { pauseMs: 5 }, 'reset'],
    ends: switched,
  },
  {
    name: '200 with an Upgrade header',
    script: ['request', answer('200 OK\r\nConnection: Upgrade\r\nUpgrade: x\r\nContent-Length: 2', 'ok')],
    ends: 200,
  },
  {
    name: '200 as to a CONNECT, then silence',
    script: ['request', answer('200 Connection established')],
    ends: late,
  },
  { name: 'the end at once', script: ['half-close'], ends: ended },
  { name: 'the end without an answer', script: ['request', 'half-close'], ends: ended },
  { name: 'the end, then a reset', script: ['request', 'half-close', 'reset'], ends: endedOrReset },
  { name: 'a reset at once', script: ['reset'], ends: reset, unread: true },
  { name: 'a reset without an answer', script: ['request', 'reset'], ends: reset },
  {
    name: 'a reset within the headers',
    script: ['request', { bytes: 'HTTP/1.1 200 OK\r\nX-A' }, { pauseMs: 5 }, 'reset'],
    ends: reset,
  },
  {
    name: 'a reset within the body',
    script: ['request', answer('200 OK\r\nContent-Length: 9', 'half'), { pauseMs: 5 }, 'reset'],
    ends: cutOff,
  },
  {
    name: 'the end within the headers',
    script: ['request', { bytes: 'HTTP/1.1 200 OK\r\nX-A' }, 'half-close'],
    ends: /did not answer in HTTP|without an answer$/,
  },
  {
    name: 'the end within the body',
    script: ['request', answer('200 OK\r\nContent-Length: 9', 'half'), 'half-close'],
    ends: cutOff,
  },
  { name: 'a body until the end', script: ['request', answer('200 OK', 'ok'), 'half-close'], ends: 200 },
  {
    name: 'a length that is too short',
    script: ['request', answer('200 OK\r\nContent-Length: 2', 'ok and more')],
    ends: 200,
  },
  {
    name: 'a length that is no number',
    script: ['request', answer('200 OK\r\nContent-Length: two', 'ok')],
    ends: notHttp,
  },
  {
    name: 'a chunk that is none',
    script: ['request', answer('200 OK\r\nTransfer-Encoding: chunked', 'zz\r\nab\r\n')],
    ends: notHttp,
  },
  {
    name: 'chunks without an end',
    script: ['request', answer('200 OK\r\nTransfer-Encoding: chunked', '2\r\nok\r\n'), 'half-close'],
    ends: cutOff,
  },
  {
    name: 'chunks with trailers',
    script: [
      'request',
      answer('200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-A', '2\r\nok\r\n0\r\nX-A: b\r\n\r\n'),
    ],
    ends: 200,
  },
  {
    name: '204 with a body',
    script: ['request', answer('204 No Content\r\nContent-Length: 2', 'ok')],
    ends: 204,
  },
  {
    name: '304 with a body',
    script: ['request', answer('304 Not Modified\r\nContent-Length: 2', 'ok')],
    ends: 304,
  },
  {
    name: 'two answers at once',
    script: [
      'request',
      { bytes: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n' },
    ],
    ends: 200,
  },
  {
    name: 'a second answer a little later',
    script: ['request', ok, { pauseMs: 2 }, answer('500 No\r\nContent-Length: 0')],
    ends: 200,
  },
  { name: 'HTTP/0.9', script: ['request', { bytes: '<html>hello' }, 'half-close'], ends: notHttp },
  {
    name: 'headers that never end',
    script: ['request', { bytes: 'HTTP/1.1 200 OK\r\n' }, { drip: 'X-A: b\r\n' }],
    ends: late,
  },
  {
    name: 'huge headers',
    script: ['request', answer(`200 OK\r\nX-A: ${'a'.repeat(100_000)}`)],
    ends: /^127\.0\.0\.1:\d+ sent more than 16 KB of headers$/,
  },
  {
    name: 'a body that never ends',
    script: ['request', answer('200 OK\r\nContent-Length: 1000000'), { drip: 'a' }],
    ends: late,
  },
  { name: 'silence', script: ['request'], ends: late },
  { name: 'silence of one who does not read', script: ['deaf'], ends: late, unread: true },
];

function bytewise(text: string): Step[] {
  return [...text].flatMap((byte): Step[] => [{ bytes: byte }, { pauseMs: 1 }]);
}
