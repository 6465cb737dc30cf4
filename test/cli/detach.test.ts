import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { platform } from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callsTo, cliResult } from '../support/cli.ts';
import { dataFile, testFolder } from '../support/data-file.ts';
import { detached, endLater, isRunning } from '../support/detached.ts';
import { freePort } from '../support/free-port.ts';
import { freshSandbox } from '../support/fresh.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';
import { rightFields } from '../support/sandbox.ts';

describe('start --detach comes back when the sandbox is ready and leaves it running; stop ends it', () => {
  it('with --json: the ready line of the one that runs on, and one line when it has stopped', async () => {
    const { pid, url } = await detached();
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
    expect(isRunning(pid)).toBe(true);

    const stopped = await cliResult(['stop', '--url', url, '--json']);
    expect(stopped).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify({ stopped: true, url })}\n`,
      stderr: '',
    });
    await nobodyAnswers(url);
  });

  it.skipIf(platform !== 'linux')(
    'a start that fails says so also when its log takes no reason',
    async () => {
      const command = [
        'start',
        '--detach',
        '--port',
        '0',
        '--data',
        'missing/x.db',
        '--log-file',
        '/dev/full',
      ];
      expect(await cliResult(command)).toMatchObject({
        code: 1,
        stdout: '',
        stderr:
          'The sandbox did not start, and it could not write the reason to /dev/full. Start it without --log-file to see it.\n',
      });
    },
  );

  it('for a person: where it runs and how to end it', async () => {
    const { code, stdout, stderr } = await cliResult(['start', '--detach', '--port', '0']);
    const [, url = '', pid] = /^gateway-sandbox runs at (\S+) \(process (\d+)\)\.\n/.exec(stdout) ?? [];
    endLater(Number(pid));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      `gateway-sandbox runs at ${url} (process ${pid}).\nEnd it with: gateway-sandbox stop --url ${url}\n`,
    );
    expect(await cliResult(['stop', '--url', url])).toMatchObject({
      code: 0,
      stdout: `The sandbox at ${url} has stopped.\n`,
    });
  });

  it('for a person, where others can reach it: the token too, for it is told once', async () => {
    const { stdout } = await cliResult(['start', '--detach', '--port', '0', '--host', '0.0.0.0']);
    const [, url = '', pid] = /^gateway-sandbox runs at (\S+) \(process (\d+)\)\.\n/.exec(stdout) ?? [];
    endLater(Number(pid));
    const [, token = ''] =
      /\nIts pages and commands need the token (token_[A-Za-z0-9]{32})\n/.exec(stdout) ?? [];
    expect(stdout).toContain(`\nIts dashboard is at ${url}/_sandbox/?token=${token}\n`);
    expect(await cliResult(['stop', '--url', url, '--token', token])).toMatchObject({ code: 0, stderr: '' });
  });

  it('stop takes the address and the token from the environment', async () => {
    const { url, token = '' } = await detached(['--host', '0.0.0.0']);
    const env = { GATEWAY_SANDBOX_URL: url };
    const refused = await cliResult(['stop'], { env });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe('Send the token that was printed at start. Give it with --token TOKEN.\n');
    expect((await cliResult(['stop'], { env: { ...env, GATEWAY_SANDBOX_TOKEN: token } })).code).toBe(0);
  });

  it('stop comes back when the data file is free, also while a callback is being sent', async () => {
    const arrived = Promise.withResolvers<void>();
    const app = createServer((_, answer) => {
      arrived.resolve();
      setTimeout(() => answer.end('ok'), 1500);
    });
    onTestFinished(() => void app.close());
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    // A server that listens on TCP always has an AddressInfo.
    const return_url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/return`;
    const data = dataFile();
    const { pid, url } = await detached(['--data', data]);
    const { call, control } = callsTo(url);
    await call('cardgw/confirm', { ...rightFields['cardgw/confirm'], return_url });
    const [checkout] = (await control('checkouts')).data;
    await control(`checkouts/${checkout.id}/approve`, {});
    await arrived.promise;
    expect(await cliResult(['stop', '--url', url])).toMatchObject({ code: 0 });
    expect(await cliResult(['compact', data])).toMatchObject({ code: 0 });
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('stop ends one that serves HTTPS by our own authority', async () => {
    const cwd = testFolder();
    const { url } = await detached(['--https'], {}, cwd);
    expect(url).toMatch(/^https:/);
    expect(await cliResult(['stop', '--url', url], { cwd })).toMatchObject({
      code: 0,
      stdout: `The sandbox at ${url} has stopped.\n`,
    });
  });

  it('for a person, with HTTPS: the CA to trust, and that a broken one was replaced', async () => {
    const cwd = testFolder();
    const folder = join(cwd, 'gateway-sandbox');
    mkdirSync(folder);
    writeFileSync(join(folder, 'ca.pem'), 'broken');
    const { stdout } = await cliResult(['start', '--detach', '--port', '0', '--https'], { cwd });
    endLater(Number(/\(process (\d+)\)/.exec(stdout)?.[1]));
    expect(stdout).toContain(`curl --cacert ${join(folder, 'ca.pem')}\nThe local CA in ${folder} `);
    expect(stdout).toContain(' and was made again: ');
  });

  it('a start that fails says why, exit code 1', async () => {
    const other = await freshSandbox();
    const { port } = new URL(await other.listen());
    expect(await cliResult(['start', '--detach', '--port', port])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`127.0.0.1:${port} is in use by another sandbox`),
    });
  });

  it('stop without a sandbox: one sentence, exit code 1', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await cliResult(['stop', '--url', url])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `No sandbox answers at ${url}. Start one with \`gateway-sandbox\`, or name another one with --url URL.\n`,
    });
  });
});
