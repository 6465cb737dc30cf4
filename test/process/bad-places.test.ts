import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { execPath } from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compactFile } from '../../src/store/compact.ts';
import { openStore } from '../../src/store/store.ts';
import { cliResult, program } from '../support/cli.ts';
import { dataFile, testFolder } from '../support/data-file.ts';

describe.skipIf(process.platform === 'win32')('Places that have gone bad', () => {
  it.each([
    ['start', ['start', '--port', '0']],
    ['start --detach', ['start', '--detach', '--port', '0']],
    ['exec', ['exec', '--', 'true']],
    ['gateways', ['gateways']],
    ['init', ['init']],
  ])('%s in a folder that was deleted: one sentence', (_what, args) => {
    const { status, stderr } = spawnSync(
      '/bin/sh',
      ['-c', 'rmdir "$PWD"; exec "$@"', 'sh', execPath, program, ...args],
      {
        cwd: testFolder(),
        encoding: 'utf8',
      },
    );
    expect(stderr).toMatch(/^The current folder was deleted\. Change to another one and try again\..*\n$/);
    expect(status).toBe(1);
  });

  it('compact without enough room: one sentence, and the file is as it was', async () => {
    const file = dataFile();
    openStore(file).close();
    const limited = spawnSync('prlimit', ['--fsize=20000', execPath, program, 'compact', file], {
      encoding: 'utf8',
    });
    expect(limited.stderr).toMatch(/^The data file .* cannot be (written|read or written): .*\n$/);
    expect(limited.status).toBe(1);
    expect(compactFile(file).before).toBeGreaterThan(0);
  });
});

describe.skipIf(process.platform !== 'linux')('Too little of what a process needs', () => {
  it('a temporary folder in /proc: commands still run, and --intercept says what is missing', async () => {
    const env = { TMPDIR: '/proc' };
    expect(await cliResult(['--version'], { env })).toMatchObject({ code: 0, stderr: '' });
    const intercepted = await cliResult(['exec', '--intercept', 'api.test', '--', 'true'], { env });
    expect(intercepted.stderr).toMatch(/^--intercept needs a folder for certificates in \/proc: .*\n$/);
    expect(intercepted.code).toBe(1);
  });

  it('few file descriptors: no hang and no stack trace', async () => {
    const args = ['exec', '--intercept', 'api.test', '--', 'true'];
    // With fewer, Node itself does not start. From a certain number on, everything works.
    for (const files of [22, 23, 24, 25, 26, 27, 28, 29]) {
      const { code, stderr } = await cliResult(args, {
        executable: 'prlimit',
        before: [`--nofile=${files}`, execPath, program],
      });
      expect(stderr, `with ${files}`).not.toContain('    at ');
      expect(code, stderr).not.toBeNull();
    }
  });
});

it('stop: a sandbox that another command is stopping closes the connection, and is gone', async () => {
  const server = createServer((socket) => {
    server.close();
    socket.once('data', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  expect(await cliResult(['stop', '--url', url])).toMatchObject({
    code: 0,
    stdout: `The sandbox at ${url} has stopped.\n`,
  });
});

it.skipIf(process.platform !== 'linux')(
  'exec: the command outlives the guardian, whose end is not ours',
  async () => {
    const script = `for each in $(ps -o pid= --ppid $PPID); do [ $each = $$ ] || kill -KILL $each; done
    sleep 0.5; exit 4`;
    expect(await cliResult(['exec', '--', 'sh', '-c', script])).toMatchObject({ code: 4 });
  },
);

it.each(['null', '[1]', '{"data":null}', '{}', '{"data":[]}'])(
  'commands take no server that answers %s for a sandbox',
  async (body) => {
    const server = createHttpServer((_request, response) => void response.end(body)).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ended = [['reset'], ['gateways'], ['stop'], ['clock'], ['snapshot', 'list']].map((command) =>
      cliResult([...command, '--url', url]),
    );
    for (const each of await Promise.all(ended))
      expect(each).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is not gateway-sandbox (status 200)'),
      });
  },
);
