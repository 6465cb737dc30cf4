import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { platform } from 'node:os';
import { execPath } from 'node:process';
import { expect, it, onTestFinished } from 'vitest';
import { cliSandbox, program } from '../support/cli.ts';

const whatToDo = 'Too many files are open. Raise the limit with `ulimit -n`, then try again.';

function connected(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
  });
}

/** The answer to GET on a connection that stays open. */
function asked(socket: Socket, path: string): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (answer) => resolve(String(answer)));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  });
}

it.skipIf(platform() !== 'linux')(
  'says so when connections leave no file for the pages and the control API, and recovers',
  async () => {
    const limited = ['-c', 'ulimit -n 60 && exec "$0" "$@"', execPath, program];
    const sandbox = await cliSandbox([], { executable: 'bash', before: limited });
    const port = Number(new URL(sandbox.url).port);
    const first = await connected(port);
    const sockets = await Promise.all(Array.from({ length: 80 }, () => connected(port)));
    await expect.poll(() => readdirSync(`/proc/${sandbox.pid}/fd`).length).toBeGreaterThan(57);
    expect(await asked(first, '/_sandbox/health')).toMatch(/^HTTP\/1.1 200 /);

    for (const path of [
      '/_sandbox/',
      '/checkout?token=x',
      '/_sandbox/api/clock',
      '/_sandbox/openapi/merchant.json',
      '/_sandbox/llms.txt',
    ]) {
      const answer = await asked(first, path);
      expect(answer).toMatch(/^HTTP\/1.1 503 /);
      expect(answer).toContain(whatToDo);
      expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
    }

    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await fetch(`${sandbox.url}/_sandbox/`)).status).toBe(200);
    expect(await sandbox.control('clock')).toMatchObject({ frozen: false });
  },
);
