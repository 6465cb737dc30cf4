import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { appToCome } from '../../src/http/app-to-come.ts';
import type { AppEnv } from '../../src/http/connection.ts';
import { listen } from '../../src/http/server.ts';

const local = { host: '127.0.0.1', port: 0, tls: undefined };

describe('A port that is bound before the sandbox is ready', () => {
  it('lets requests wait, then answers all of them', async () => {
    const app = appToCome();
    const { port, close } = await listen(app, local);
    const url = `http://127.0.0.1:${port}/_sandbox/health`;
    let isAnswered = false;
    const early = [1, 2].map(async () => {
      const answer = await fetch(url);
      isAnswered = true;
      return answer.text();
    });
    // A whole exchange with the server, during which the earlier requests stay unanswered.
    const socket = connect({ host: '127.0.0.1', port });
    socket.write('nonsense\r\n\r\n');
    await once(socket, 'data');
    await later(50);
    expect(isAnswered).toBe(false);
    app.open(new Hono<AppEnv>().get('/_sandbox/health', (c) => c.text('ok')));
    expect(await Promise.all(early)).toEqual(['ok', 'ok']);
    expect(await (await fetch(url)).text()).toBe('ok');
    await close(0);
  });

  it('closes their connections when the start is refused', async () => {
    const { port, close } = await listen(appToCome(), local);
    const early = fetch(`http://127.0.0.1:${port}/_sandbox/health`);
    const refused = expect(early).rejects.toThrow('fetch failed');
    await later(50);
    await close(0);
    await refused;
  });
});
