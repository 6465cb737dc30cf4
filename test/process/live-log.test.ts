import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execPath, platform } from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cliResult, cliSandbox, program, runCli, signalled } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { detached, isRunning } from '../support/detached.ts';
import { merchantCall, rightFields } from '../support/sandbox.ts';

const verify = (url: string, fields: Readonly<Record<string, string>> = rightFields['walletB/verify']) =>
  fetch(`${url}/api/v1/transaction/walletB/verify`, merchantCall(fields));
const time = '\\d\\d:\\d\\d:\\d\\d';

describe('The log of start', () => {
  it('is not printed into a pipe unless it is asked for', async () => {
    const sandbox = await cliSandbox();
    await verify(sandbox.url);
    const { stdout, stderr } = await signalled(sandbox, 'SIGTERM');
    expect({ lines: stdout.split('\n').length, stderr }).toEqual({ lines: 2, stderr: '' });
  });

  it('--log json prints one object a line behind the ready line', async () => {
    const sandbox = await cliSandbox(['--log', 'json']);
    await verify(sandbox.url);
    await sandbox.printed(/"kind":"code".*\n/);
    const [, ...lines] = sandbox.stdout().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { kind: 'call', endpoint: 'walletB/verify', status: 200, mobile_number: '0945678901' },
      { kind: 'code', type: 'otp.sent', mobile_number: '0945678901' },
    ]);
  });

  it('--log json prints objects alone, and the banner on stderr', async () => {
    const sandbox = runCli(['start', '--port', '0', '--log', 'json']);
    await expect.poll(sandbox.stderr).toContain('Ctrl-C stops it');
    await verify(/http:\S+?(?=\/api)/.exec(sandbox.stderr())?.[0] ?? '');
    const { stdout } = await signalled(sandbox, 'SIGTERM');
    const kinds = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).kind);
    expect(kinds).toEqual(['call', 'code']);
  });

  it('--log prints text into a pipe, without color, and what happened just before the end', async () => {
    const sandbox = runCli(['start', '--port', '0', '--log'], { env: { NO_COLOR: '' } });
    const url = /http:\S+?(?=\/api)/.exec(await sandbox.printed(/Ctrl-C stops it/))?.[0] ?? '';
    await verify(url, { mobile_number: '1' });
    const { stdout } = await signalled(sandbox, 'SIGTERM');
    const line = `\n${time}  422 .{8}  walletB/verify          1  INVALID_INPUTS\n.* ${url}/_sandbox/requests/1\n$`;
    expect(stdout).toMatch(new RegExp(line));
  });

  it('wrong values of its flags: one sentence with the value and what is allowed, exit code 2', async () => {
    for (const [args, sentence] of [
      [['--log', 'xml'], '--log "xml" is not one of text, json.\n'],
      [['--log', 'jsn'], '--log "jsn" is not one of text, json. Did you mean "json"?\n'],
      [
        ['--json', '--log', 'text'],
        '--log text does not go with --json. Use --log json, or leave out --json.\n',
      ],
      [
        ['--detach', '--log'],
        'With --detach, --log needs a file to write to: name one with --log-file FILE.\n',
      ],
    ] as const) {
      const ended = await cliResult(['start', '--port', '0', ...args]);
      expect(ended).toEqual({ code: 2, signal: null, stdout: '', stderr: sentence });
    }
    expect(await cliResult(['logs', '--since', 'yesterday'])).toMatchObject({
      code: 2,
      stderr: '--since "yesterday" is not a time. Use now, or how long ago, such as 10m or 2h.\n',
    });
  });

  it('a log file that cannot be written: one sentence, exit code 1, before anything starts', async () => {
    for (const file of ['.', 'none/a.log'])
      expect(await cliResult(['start', '--port', '0', '--log-file', file])).toEqual({
        code: 1,
        signal: null,
        stdout: '',
        stderr: expect.stringMatching(
          /^The log file cannot be opened \(.+\)\. Name another one with --log-file FILE\.\n$/,
        ),
      });
  });
});

describe('--log-file', () => {
  it('gets the log of an attached sandbox, for its user alone, and nothing that the terminal gets', async () => {
    const cwd = testFolder();
    const sandbox = await cliSandbox(['--log-file', 'a.log'], { cwd });
    await verify(sandbox.url);
    const { stdout } = await signalled(sandbox, 'SIGTERM');
    expect(stdout.split('\n')).toHaveLength(2);
    const log = readFileSync(join(cwd, 'a.log'), 'utf8');
    expect(
      log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).kind),
    ).toEqual(['call', 'code']);
    expect(statSync(join(cwd, 'a.log')).mode & 0o777).toBe(0o600);
  });

  it('gets banner and log of a detached one', async () => {
    const cwd = testFolder();
    const { stdout } = await cliResult(['start', '--detach', '--port', '0', '--log-file', 'a.log'], { cwd });
    const [, url = '', pid] = /^gateway-sandbox runs at (\S+) \(process (\d+)\)\./.exec(stdout) ?? [];
    onTestFinished(() => {
      if (isRunning(Number(pid))) process.kill(Number(pid), 'SIGKILL');
    });
    await verify(url, { mobile_number: '1' });
    const line = `${time}  422 .{8}  walletB/verify          1  INVALID_INPUTS\n.* ${url}/_sandbox/requests/1\n`;
    await expect.poll(() => readFileSync(join(cwd, 'a.log'), 'utf8')).toMatch(new RegExp(line));
    expect(readFileSync(join(cwd, 'a.log'), 'utf8')).toContain(' is ready. No money moves.');
  });

  it.runIf(platform === 'linux')('on a full disk: said once, and the sandbox goes on', async () => {
    const sandbox = await cliSandbox(['--log-file', '/dev/full']);
    for (let calls = 0; calls < 3; calls += 1) {
      expect((await verify(sandbox.url)).status).toBe(200);
      await expect.poll(() => sandbox.stderr()).not.toBe('');
    }
    const { stderr } = await signalled(sandbox, 'SIGTERM');
    expect(stderr).toMatch(
      /^The log file \/dev\/full cannot be written \(ENOSPC: .*\)\. The sandbox keeps running\.\n$/,
    );
  });

  it('with --no-log: none of the log', async () => {
    const cwd = testFolder();
    const { url } = await detached(['--no-log', '--log-file', 'a.log'], {}, cwd);
    await verify(url);
    expect(await cliResult(['stop', '--url', url])).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'a.log'), 'utf8')).toMatch(/^\{"ready":true.*\}\n$/);
  });
});

describe.runIf(platform === 'linux')('A log that nobody reads', () => {
  it('because its pipe was closed: the sandbox goes on, and says so', async () => {
    const sandbox = await cliSandbox(['--log']);
    sandbox.process.stdout?.destroy();
    // A program that another test starts at this moment has the pipe too, until it runs, and a line gets through.
    await expect
      .poll(async () => {
        await verify(sandbox.url);
        return sandbox.stderr();
      })
      .toMatch(/^The log cannot be written \(.*EPIPE.*\)\. The sandbox keeps running\.\n$/);
    expect((await verify(sandbox.url)).status).toBe(200);
  });

  it('holds no call back; what was dropped is counted where it is missing', async () => {
    const command = [program, 'start', '--port', '0', '--json', '--log'];
    const cwd = testFolder();
    const env = { PATH: process.env.PATH, HOME: cwd, XDG_DATA_HOME: cwd };
    const child = spawn(execPath, command, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const ready = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data) => resolve(String(data))),
    );
    child.stdout.pause();
    const { url } = JSON.parse(ready) as { url: string };
    // Each of them creates a line of more than 1 KB. No pipe holds a megabyte.
    const fields = { mobile_number: 'x'.repeat(1000), amount: '1' };
    for (let round = 0; round < 40; round += 1)
      await Promise.all(
        Array.from({ length: 40 }, () => verify(url, fields).then((answer) => answer.text())),
      );
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
    });
    child.stdout.resume();
    await expect
      .poll(() => text)
      .toMatch(/\{"kind":"dropped","count":\d+,"message":"the output is too slow"\}\n/);
    await verify(url);
    await expect.poll(() => text).toMatch(/"kind":"code".*\n$/);
    const entries = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const dropped = entries.find(({ kind }) => kind === 'dropped');
    const refused = entries.filter(({ status }) => status === 422);
    expect(refused.length + dropped.count).toBe(1600);
  });
});
