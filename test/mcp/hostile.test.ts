import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execPath } from 'node:process';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { program } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { freePort } from '../support/free-port.ts';
import { freshSandbox } from '../support/fresh.ts';
import { mcpClient } from '../support/mcp.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';

const hello = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};
const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
const line = (message: unknown) => `${JSON.stringify(message)}\n`;

/** Starts the program with a piped stdin. `ended` resolves to all of its output. */
function started(url = 'http://127.0.0.1:9') {
  const cwd = testFolder();
  const child = spawn(execPath, [program, 'mcp', '--url', url], {
    cwd,
    env: { HOME: cwd, XDG_DATA_HOME: cwd, NO_COLOR: '1' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  // Writing fails if the program exits before it has read everything.
  child.stdin.on('error', () => undefined);
  const outputs = Promise.all([text(child.stdout).catch(() => ''), text(child.stderr)]);
  const ended = once(child, 'close').then(async ([code]) => {
    const [stdout, stderr] = await outputs;
    const answers = stdout.split('\n').slice(0, -1);
    return { code, stderr, answers: answers.map((each) => JSON.parse(each)) };
  });
  return { child, ended };
}

/** Accepts calls and never answers. `asked` resolves once lists and a prompt have called it. */
async function hangingSandbox() {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  const server = createServer(() => {
    calls += 1;
    if (calls === 4) resolve();
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on TCP always has an AddressInfo.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe('A client that', () => {
  it('sends nonsense is answered where there is an id, told once, and served on', async () => {
    const { child, ended } = started();
    child.stdin.write('nonsense\n{"a":\n[]\nnull\n\u0000\u001b[2J\n\n');
    child.stdin.write(line({ jsonrpc: '2.0', id: 1, method: 'no/such' }));
    child.stdin.write(line({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 7 } }));
    child.stdin.write(line({ jsonrpc: '2.0', id: 3, method: 'tools/call' }));
    child.stdin.write(line({ jsonrpc: '2.0', id: 4, method: 'resources/read', params: { uri: [] } }));
    child.stdin.write(line({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } }));
    child.stdin.write(line({ jsonrpc: '2.0', id: 99, result: {} }));
    child.stdin.end(line(ping(5)));
    const { code, stderr, answers } = await ended;
    expect(code).toBe(0);
    expect(answers.map(({ id, error }) => [id, error?.code !== undefined]).toSorted()).toEqual([
      [1, true],
      [2, true],
      [3, true],
      [4, true],
      [5, false],
    ]);
    expect(stderr).toMatch(/^A message on stdin is not one of the Model Context Protocol: [^\n]*\n$/);
  });

  it('sends a line without end is cut off with one sentence', async () => {
    const { child, ended } = started();
    for (let turn = 0; turn < 80; turn += 1) child.stdin.write('x'.repeat(64 * 1024));
    const { code, stderr, answers } = await ended;
    expect([code, stderr, answers]).toEqual([
      1,
      'A message is longer than 4 MiB. The connection is closed.\n',
      [],
    ]);
  });

  it('closes stdin has its answers, and the program ends', async () => {
    const sandbox = await freshSandbox();
    const { child, ended } = started(await sandbox.listen());
    child.stdin.write(line(hello));
    child.stdin.write(
      line({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getClock', arguments: {} } }),
    );
    const wait = { mobile_number: '0945678901', wait: '10m' };
    const waits = { name: 'latestOtp', arguments: wait };
    child.stdin.end(line({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: waits }));
    const { code, answers } = await ended;
    expect(code).toBe(0);
    expect(answers.map(({ id }) => id)).toEqual(['hello', 1]);
  });

  it('goes away in the middle of an answer ends the program without a word', async () => {
    const { child, ended } = started();
    child.stdin.write(line(hello));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    // A process that another test is just starting can hold the pipe open for a moment, so one ping is too few.
    const pings = setInterval(() => child.stdin.write(line(ping(1))), 20);
    onTestFinished(() => clearInterval(pings));
    expect(await ended).toMatchObject({ code: 141, stderr: '' });
  });

  it('goes away while the sandbox hangs ends the program', { timeout: 45_000 }, async () => {
    const { url, asked } = await hangingSandbox();
    const { child, ended } = started(url);
    child.stdin.write(line(hello));
    child.stdin.write(line({ jsonrpc: '2.0', id: 1, method: 'resources/list' }));
    const params = { name: 'why-refused' };
    child.stdin.write(line({ jsonrpc: '2.0', id: 2, method: 'prompts/get', params }));
    await asked;
    child.stdin.end();
    // Without the signal, each call waits a minute for its answer.
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('sends 200 calls at once has an answer to each', async () => {
    const sandbox = await freshSandbox();
    const { client } = await mcpClient(await sandbox.listen());
    const calls = Array.from({ length: 200 }, () => client.callTool({ name: 'getClock', arguments: {} }));
    const answers = await Promise.all(calls);
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
  });
});

describe('Without a sandbox', () => {
  it('it starts all the same, and each answer says what to do', async () => {
    const { client, tool } = await mcpClient('http://127.0.0.1:9');
    expect((await client.listTools()).tools.length).toBeGreaterThan(20);
    const words = 'No sandbox answers at http://127.0.0.1:9. Start one with `gateway-sandbox`';
    expect(await tool('listTransactions')).toMatchObject({
      isError: true,
      text: expect.stringContaining(words),
    });
    await expect(client.getPrompt({ name: 'why-refused' })).rejects.toThrow(words);
    await expect(client.readResource({ uri: 'sandbox://request/1' })).rejects.toThrow(words);
    const { resources } = await client.listResources();
    expect(resources.every(({ uri }) => uri.startsWith('sandbox://docs/'))).toBe(true);
  });

  it('it serves on when the sandbox goes away', async () => {
    const sandbox = await startSandbox({ port: await freePort() });
    const { tool } = await mcpClient(sandbox.url);
    expect((await tool('getClock')).isError).toBe(false);
    await sandbox.stop();
    await nobodyAnswers(sandbox.url);
    expect((await tool('getClock')).text).toMatch(/^No sandbox answers at/);
  });
});
