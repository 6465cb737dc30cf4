import { setTimeout as later } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { limits } from '../../src/http/server.ts';
import { freshSandbox } from '../support/fresh.ts';
import { opened } from '../support/raw-socket.ts';
import { exported } from '../support/snapshot-files.ts';
import { started } from '../support/started.ts';

/** The time limit of a request. These tests exceed it. */
const requestMs = 1500;

const ordinary = { ...limits };

beforeAll(() => {
  Object.assign(limits, {
    requestTimeout: requestMs,
    headersTimeout: requestMs,
    connectionsCheckingInterval: 20,
  });
});

// The files that this worker runs next share the module.
afterAll(() => void Object.assign(limits, ordinary));

it('A snapshot may take longer to arrive than another request', async () => {
  const { url } = await started();
  const file = await snapshotFile();
  const socket = await begun(url, '/_sandbox/api/snapshots/import', file.length);
  for (let at = 0; at < 6; at += 1) {
    socket.write(file.subarray(at * 100, (at + 1) * 100));
    // Together longer than the limit. A busy machine has four more fifths of it for each.
    await later(requestMs / 5);
  }
  socket.write(file.subarray(600));
  expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 201 /);
});

it('but not when nothing of it arrives any more', async () => {
  const { url } = await started();
  const file = await snapshotFile();
  const socket = await begun(url, '/_sandbox/api/snapshots/import', file.length);
  socket.write(file.subarray(0, 1000));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined).resume();
  await closed;
  // The sandbox may still be removing what arrived.
  await vi.waitFor(async () => {
    const again = await begun(url, '/_sandbox/api/snapshots/import', file.length);
    again.write(file);
    expect(await answerOn(again)).toMatch(/^HTTP\/1\.1 201 /);
  });
});

it('and another request may not, before it and after it', async () => {
  const { url } = await started();
  const file = await snapshotFile();
  const dripping = async () => answerOn(await begun(url, '/_sandbox/api/snapshots', 100));
  expect(await dripping()).toMatch(/^HTTP\/1\.1 408 /);
  const socket = await begun(url, '/_sandbox/api/snapshots/import', file.length);
  socket.write(file);
  expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 201 /);
  expect(await dripping()).toMatch(/^HTTP\/1\.1 408 /);
});

it('Others are answered while a snapshot is exported as fast as its reader takes it', async () => {
  const sandbox = await freshSandbox();
  for (let count = 0; count < 300; count += 1)
    await sandbox.call('walletA/verify', { mobile_number: '0'.repeat(2000) });
  await sandbox.control('snapshots', { name: 'large' });
  const answer = await sandbox.app.request('/_sandbox/api/snapshots/large/export');
  const reader = answer.body?.getReader();
  let turns = 0;
  const turn = setInterval(() => {
    turns += 1;
  }, 0);
  let chunks = 0;
  while (!(await reader?.read())?.done) chunks += 1;
  clearInterval(turn);
  expect(chunks).toBeGreaterThan(5);
  expect(turns).toBeGreaterThan(0);
});

async function snapshotFile(): Promise<Buffer> {
  const sandbox = await freshSandbox();
  await sandbox.control('snapshots', { name: 'story' });
  return Buffer.from(await exported(sandbox));
}

async function begun(url: string, path: string, length: number) {
  const socket = await opened(url);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Length: ${length}\r\n\r\n`);
  return socket;
}

function answerOn(socket: Awaited<ReturnType<typeof opened>>): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(String(bytes));
    });
  });
}
