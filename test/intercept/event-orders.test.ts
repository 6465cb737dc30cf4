import { describe, expect, it } from 'vitest';
import { type EventOrder, eventOrders } from '../net/event-orders.ts';
import {
  asked,
  connectTo,
  getFrom,
  type Outcome,
  type Patience,
  passingProxy,
  reached,
  socketCount,
  ways,
} from '../support/proxy-clients.ts';
import { parsedAnswer } from '../support/raw-socket.ts';
import { scriptedServer } from '../support/scripted-server.ts';

describe('Whatever another host does, the client gets an answer or an end, and no socket is left', () => {
  it('tunnel: every byte and every end passes through', async () => {
    const patience = (order: EventOrder) => ({
      isEnough: (said: string) => !isEnding(order) && said.startsWith(passedOn(order)),
    });
    for (const [order, { said, isClosed }] of await played('tunnel', patience)) {
      const { name, script } = order;
      const expected = passedOn(order);
      // A reset may overtake bytes, even the answer to CONNECT. A drip adds some.
      const isRight = script.includes('reset')
        ? expected.startsWith(said) || parsedAnswer(said).status === 502
        : said.startsWith(expected);
      expect([name, isRight, isClosed]).toEqual([name, true, isEnding(order)]);
    }
  });

  it.each(['forwarded request', 'forwarded request through another proxy'] as const)('%s', async (way) => {
    const patience = ({ ends }: EventOrder) => (isLate(ends) ? { patienceMs: 500 } : {});
    for (const [{ name, ends }, { said, isClosed }] of await played(way, patience)) {
      const { status } = parsedAnswer(said);
      if (typeof ends === 'number') expect([name, status, isClosed]).toEqual([name, ends, true]);
      else if (/was reset by 127|without an answer|101/.test(String(ends)))
        expect([name, status]).toEqual([name, 502]);
      else expect([name, isClosed]).toEqual([name, !isLate(ends)]);
    }
  });

  it('tunnel through another proxy: any 2xx opens it, anything else is answered 502', async () => {
    const patience = () => ({ isEnough: (said: string) => said.includes('\r\n\r\n') });
    for (const [{ name, ends }, { said }] of await played('tunnel through another proxy', patience)) {
      const { status } = parsedAnswer(said);
      expect([name, status]).toEqual([name, status === 200 ? 200 : 502]);
      const isOpen = ends === 204 || name === 'an answer' || name.startsWith('200');
      if (isOpen) expect([name, status]).toEqual([name, 200]);
      const isRefused =
        ends === 304 || /was reset by 127|without an answer|101/.test(String(ends)) || name === 'silence';
      if (isRefused) expect([name, status]).toEqual([name, 502]);
    }
  });

  it('a TLS handshake with another proxy that never ends: 502 with a sentence', async () => {
    const { url } = await scriptedServer(['deaf']);
    const proxyUrl = await passingProxy(() => new URL(url.replace('http', 'https')));
    for (const request of [getFrom('http://far.example/'), connectTo('far.example:80')]) {
      const { said } = await asked(proxyUrl, request);
      expect(parsedAnswer(said).body).toMatch(
        /^far\.example:80 cannot be reached through the proxy https:\/\/127\.0\.0\.1:\d+: it did not respond in time\.\n$/,
      );
    }
  });
});

/** Runs all scripts simultaneously, each with its own client, and waits until all sockets are closed. */
async function played(
  way: keyof typeof ways,
  patience: (order: EventOrder) => Patience,
): Promise<(readonly [EventOrder, Outcome])[]> {
  const before = socketCount();
  // A server that reads nothing does not notice that the client left.
  const orders = eventOrders.filter(({ script }) => !script.includes('deaf'));
  const servers = await Promise.all(orders.map(({ script }) => scriptedServer(script)));
  const { proxyUrl, requests } = await reached(ways[way], servers);
  const play = async (order: EventOrder, at: number) =>
    [order, await asked(proxyUrl, requests[at] ?? '', patience(order))] as const;
  const outcomes = await Promise.all(orders.map(play));
  await expect.poll(socketCount).toBeLessThanOrEqual(before);
  return outcomes;
}

function isLate(ends: EventOrder['ends']): boolean {
  return String(ends).includes('no complete answer');
}

function isEnding({ script }: EventOrder): boolean {
  return script.includes('half-close') || script.includes('reset');
}

/** What the client of a tunnel receives. */
function passedOn({ script }: EventOrder): string {
  const bytes = script.flatMap((step) => (typeof step === 'object' && 'bytes' in step ? step.bytes : []));
  return `HTTP/1.1 200 Connection established\r\n\r\n${Buffer.from(bytes.join('')).toString('latin1')}`;
}
