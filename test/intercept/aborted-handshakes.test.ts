import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { acceptedSockets } from '../support/accepted.ts';
import { clientHello } from '../support/client-hello.ts';
import { askedTunnel, credentialsOf, interceptionOf } from '../support/interception.ts';
import { connectTo } from '../support/proxy-clients.ts';
import { opened } from '../support/raw-socket.ts';

const host = 'api.example.test';

const leaving = {
  closes: (socket: Socket) => void socket.destroy(),
  resets: (socket: Socket) => void socket.resetAndDestroy(),
  'half-closes': (socket: Socket) => void socket.end(),
};

/** What the client sends before it leaves, and whether it waits for the sandbox's part of the handshake. */
const sent = {
  'one byte': { bytes: async () => Buffer.of(0x16), waits: false },
  'half a hello': {
    bytes: async () => (await clientHello({ servername: host })).subarray(0, 60),
    waits: false,
  },
  'a hello': { bytes: () => clientHello({ servername: host }), waits: false },
  'a hello, and reads the answer': { bytes: () => clientHello({ servername: host }), waits: true },
  'a hello of TLS 1.2, and reads the answer': {
    bytes: () => clientHello({ servername: host, maxVersion: 'TLSv1.2' }),
    waits: true,
  },
};

const kinds = Object.entries(leaving).flatMap(([way, leave]) =>
  Object.entries(sent).map(([what, { bytes, waits }]) => ({ way, what, leave, bytes, waits })),
);

describe('The connection of a client that leaves in the TLS handshake ends at once, and the report says so', () => {
  it.each(kinds)('it $way after $what', async ({ way, leave, bytes, waits }) => {
    const accepted = acceptedSockets();
    const { proxyUrl, notes } = await interceptionOf([host]);
    const isOvertaken = way === 'resets' && !waits;
    const hello = await bytes();
    const { socket } = await askedTunnel(proxyUrl, `${host}:443`);
    await leftAndEnded(socket, hello, { leave, waits, end: accepted(socket) });
    expect(await notes()).toEqual([expect.stringMatching(isOvertaken ? either : sentence)]);
  });

  it.each(Object.entries(leaving))('it %s after a hello that came with its CONNECT', async (_way, leave) => {
    const accepted = acceptedSockets();
    const { proxyUrl, notes } = await interceptionOf([host]);
    const hello = await clientHello({ servername: host });
    const socket = await opened(proxyUrl);
    onTestFinished(() => void socket.destroy());
    const asked = Buffer.from(connectTo(`${host}:443`, credentialsOf(proxyUrl)));
    await leftAndEnded(socket, Buffer.concat([asked, hello]), { leave, waits: true, end: accepted(socket) });
    expect(await notes()).toEqual([expect.stringMatching(sentence)]);
  });
});

it.each([
  ['closes', leaving.closes],
  ['half-closes', leaving['half-closes']],
])('Of a plain request, another sentence: it %s', async (_way, leave) => {
  const accepted = acceptedSockets();
  const { proxyUrl, notes } = await interceptionOf([host]);
  const { socket } = await askedTunnel(proxyUrl, `${host}:80`);
  await leftAndEnded(socket, Buffer.from('GET /api HT'), { leave, waits: false, end: accepted(socket) });
  expect(await notes()).toEqual([
    `A client closed the connection to ${host}:80 before its request was complete.`,
  ]);
});

const sentence =
  /^A client closed the connection to api\.example\.test during the TLS handshake, without a TLS alert\. It reads none of the variables/;
/** A reset may overtake bytes. */
const either = new RegExp(`${sentence.source}|connected to api\\.example\\.test and sent nothing`);

interface Leaving {
  readonly leave: (socket: Socket) => void;
  readonly waits: boolean;
  /** The proxy's end of the connection. */
  readonly end: Socket | undefined;
}

/** Sends bytes, leaves, and waits until the proxy has closed its end. */
async function leftAndEnded(socket: Socket, bytes: Buffer, { leave, waits, end }: Leaving): Promise<void> {
  socket.on('error', () => undefined);
  const answered = waits ? once(socket, 'data') : undefined;
  await new Promise((resolve) => socket.write(bytes, resolve));
  await answered;
  socket.resume();
  leave(socket);
  await expect.poll(() => end?.closed).toBe(true);
}
