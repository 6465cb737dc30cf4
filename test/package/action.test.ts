import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../src/host/paths.ts';
import { pathWith, runnerOf } from './action-runner.ts';
import { packedFile } from './packed.ts';

describe('The action, as a runner carries out its steps', () => {
  let packed: string;
  beforeAll(async () => {
    packed = await packedFile();
  });

  test('installs, starts and tells; the steps that follow reach the sandbox, and end it', () => {
    const runner = runnerOf({ package: packed, args: '--strict\n--data sandbox.db\n' });
    expect(runner.step('id: start')).toMatchObject({ status: 0 });
    const outputs = runner.outputs();
    expect(outputs).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      control_url: `${outputs.url}/_sandbox/api`,
      api_key: 'demo_api_key',
      access_token: 'demo_test_token',
      secret_key: 'demo_secret_key',
    });
    expect(runner.environment()).toEqual({
      GATEWAY_URL: outputs.url,
      GATEWAY_API_KEY: 'demo_api_key',
      GATEWAY_ACCESS_TOKEN: 'demo_test_token',
      GATEWAY_SECRET_KEY: 'demo_secret_key',
      GATEWAY_SANDBOX_URL: outputs.url,
    });
    // On several lines too, as is common in YAML.
    expect(existsSync(join(runner.workspace, 'sandbox.db'))).toBe(true);
    const commands = [
      'gateway-sandbox health',
      'gateway-sandbox transactions --json',
      'gateway-sandbox stop',
    ];
    for (const command of commands) expect(runner.next(command)).toMatchObject({ status: 0, stderr: '' });
    expect(runner.next('gateway-sandbox health').status).toBe(1);
  });

  test('a token that it printed reaches the steps that follow, and is hidden in the log', () => {
    const runner = runnerOf({ package: packed, args: '--host 0.0.0.0' });
    const { stdout } = runner.step('id: start');
    const { GATEWAY_SANDBOX_TOKEN: token } = runner.environment();
    expect(stdout).toContain(`::add-mask::${token}\n`);
    expect(runner.next('gateway-sandbox transactions')).toMatchObject({ status: 0, stderr: '' });
    expect(runner.next('gateway-sandbox stop')).toMatchObject({ status: 0 });
  });

  test('with --https the following steps get the CA, and Node in them trusts it', () => {
    const runner = runnerOf({ package: packed, args: '--https --data "my data/sand box.db"' });
    mkdirSync(join(runner.workspace, 'my data'));
    expect(
      runner.step('id: start', { NODE_EXTRA_CA_CERTS: '', XDG_DATA_HOME: runner.workspace }),
    ).toMatchObject({
      status: 0,
    });
    const ca = join(runner.workspace, 'gateway-sandbox/ca.pem');
    expect([runner.outputs().ca, runner.environment().NODE_EXTRA_CA_CERTS]).toEqual([ca, ca]);
    expect(existsSync(join(runner.workspace, 'my data/sand box.db'))).toBe(true);
    const asked =
      "fetch(process.env.GATEWAY_URL + '/_sandbox/health').then(({ status }) => console.log(status))";
    expect(runner.next(`node --eval "${asked}"`)).toMatchObject({ stdout: '200\n' });
    expect(runner.next('gateway-sandbox stop')).toMatchObject({ status: 0, stderr: '' });
  });

  test('a NODE_EXTRA_CA_CERTS of the runner stays, with a warning', () => {
    const runner = runnerOf({ package: packed, args: '--https' });
    const own = { NODE_EXTRA_CA_CERTS: '/etc/ssl/company.pem', XDG_DATA_HOME: runner.workspace };
    const { stdout } = runner.step('id: start', own);
    expect(stdout).toContain(
      `::warning::NODE_EXTRA_CA_CERTS is set already: add ${runner.outputs().ca} to it`,
    );
    expect(runner.environment()).not.toHaveProperty('NODE_EXTRA_CA_CERTS');
    // Commands look for the CA in their user's folder.
    const stop = `XDG_DATA_HOME=${runner.workspace} gateway-sandbox stop`;
    expect(runner.next(stop)).toMatchObject({ status: 0, stderr: '' });
  });

  test('without a package, installs the version that the action belongs to', () => {
    const runner = runnerOf({});
    // Installs nothing: the test's npm prints its arguments and fails.
    const programs = join(runner.workspace, 'programs');
    mkdirSync(programs);
    writeFileSync(join(programs, 'npm'), '#!/bin/sh\necho "$@"\nexit 1\n', { mode: 0o755 });
    const { stdout } = runner.step('id: start', { PATH: pathWith(programs, dirname(execPath)) });
    expect(stdout.trim().split(' ').at(-1)).toBe(`gateway-sandbox@${version}`);
  });

  test.each([
    [
      { package: 'PACKED', args: '--data "my file.db' },
      /^::error::The input `args` has a " that is not closed\.$/m,
    ],
    [{ package: 'PACKED', args: '--prot 1' }, /unknown option '--prot'/],
    [{ package: './none.tgz' }, /none\.tgz/],
  ])(
    '%j: the step fails, and says why',
    (inputs, why) => {
      const runner = runnerOf({ ...inputs, package: inputs.package.replace('PACKED', packed) });
      const { status, stdout, stderr } = runner.step('id: start');
      expect(status).not.toBe(0);
      expect(`${stdout}${stderr}`).toMatch(why);
      expect(runner.outputs()).toEqual({});
    },
    180_000,
  );
});
