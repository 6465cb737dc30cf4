import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { execPath, platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import { localCertificate } from '../../src/tls/local-ca.ts';
import { cliResult, program } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

const sh = (script: string, ...options: string[]) => ['exec', ...options, '--', 'sh', '-c', script];

describe.skipIf(platform === 'win32')('exec ends as its command does', () => {
  it.each([0, 127, 255])('exit code %d', async (code) => {
    expect((await cliResult(sh(`exit ${code}`))).code).toBe(code);
  });

  it.each(['INT', 'KILL', 'SEGV'] as const)('killed by SIG%s: 128 and its number', async (signal) => {
    const ended = await cliResult(sh(`ulimit -c 0; kill -${signal} $$`));
    expect(ended).toMatchObject({ code: 128 + constants.signals[`SIG${signal}`], signal: null });
  });

  it.each([
    ['no-such-command-here', 127, 'it was not found'],
    ['', 127, 'it was not found'],
    ['./notes.txt', 126, 'EACCES'],
    ['./notes.txt/x', 126, 'ENOTDIR'],
  ])('%j cannot be started: exit code %d, as in a shell', async (command, code, why) => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'notes.txt'), 'text');
    chmodSync(join(cwd, 'notes.txt'), 0o644);
    expect(await cliResult(['exec', '--', command], { cwd })).toEqual({
      code,
      signal: null,
      stdout: '',
      stderr: `The command ${JSON.stringify(command)} cannot be started: ${why}.\n`,
    });
  });

  it('with HTTPS by a certificate of the user, and with a proxy that is not there', async () => {
    const cwd = testFolder();
    const { cert, key } = await localCertificate({ dir: testFolder(), hosts: ['127.0.0.1'] });
    writeFileSync(join(cwd, 'cert.pem'), cert);
    writeFileSync(join(cwd, 'key.pem'), key);
    writeFileSync(join(cwd, 'gateway-sandbox.config.json'), '{"cert":"cert.pem","key":"key.pem"}');
    const env = {
      HTTP_PROXY: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      NODE_USE_ENV_PROXY: '1',
    };
    const ended = await cliResult(sh('exit 7'), { cwd, env });
    expect(ended).toMatchObject({
      code: 7,
      stderr: 'gateway-sandbox: nothing went wrong with the payments.\n',
    });
  });

  it('with nobody left to read its output, and nothing to read', async () => {
    const closed = `"$@" 2>&1 | true; exit $PIPESTATUS`;
    const child = spawn('bash', ['-c', closed, 'bash', execPath, program, ...sh('sleep 0.2; exit 9')], own());
    expect((await once(child, 'close'))[0]).toBe(9);
    const without = `"$@" <&- >&- 2>&-`;
    const silent = spawn('sh', ['-c', without, 'sh', execPath, program, ...sh('exit 8')], own());
    expect((await once(silent, 'close'))[0]).toBe(8);
  });

  it('in a folder that is deleted meanwhile', async () => {
    const cwd = testFolder();
    const folder = join(cwd, 'gone');
    mkdirSync(folder);
    expect((await cliResult(sh(`rmdir '${folder}'; exit 6`), { cwd: folder })).code).toBe(6);
  });

  it('a wrong configuration: the command does not run', async () => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'gateway-sandbox.config.json'), '{"prot":1}');
    const ended = await cliResult(sh('echo ran'), { cwd });
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'config: unknown "prot". Did you mean "port"?\n',
    });
    const env = { GATEWAY_SANDBOX_HTTPS: 'maybe' };
    expect(await cliResult(sh('echo ran'), { env })).toMatchObject({ code: 2, stdout: '' });
  });

  it('its sandbox cannot be stopped from inside: that is refused in words', async () => {
    const inside = `'${execPath}' '${program}' stop`;
    const { code, stderr } = await cliResult(sh(inside));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^This sandbox was started by `exec` or `audit` for one command and ends with/);
  });
});

/** Its own folder and environment. */
function own() {
  const folder = testFolder();
  return {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
  };
}
