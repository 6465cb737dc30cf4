import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { version } from '../../src/paths.ts';
import { testFolder } from '../support/data-file.ts';
import { userEnvironment } from '../support/package-user.ts';
import { packInto } from './npm.ts';

const root = join(import.meta.dirname, '../..');

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

describe('The action, as a runner carries out its steps', () => {
  const place = mkdtempSync(join(tmpdir(), 'gateway-sandbox-action-'));
  let packed: string;
  beforeAll(async () => {
    packed = await packInto(place, 'as built');
  }, 120_000);
  afterAll(() => rmSync(place, { recursive: true, force: true }));

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
    // Also in lines, as YAML likes to have them.
    expect(existsSync(join(runner.workspace, 'sandbox.db'))).toBe(true);
    const commands = [
      'gateway-sandbox health',
      'gateway-sandbox transactions --json',
      'gateway-sandbox stop',
    ];
    for (const command of commands) expect(runner.next(command)).toMatchObject({ status: 0, stderr: '' });
    expect(runner.next('gateway-sandbox health').status).toBe(1);
  }, 60_000);

  test('a token that it printed reaches the steps that follow, and is hidden in the log', () => {
    const runner = runnerOf({ package: packed, args: '--host 0.0.0.0' });
    const { stdout } = runner.step('id: start');
    const { GATEWAY_SANDBOX_TOKEN: token } = runner.environment();
    expect(stdout).toContain(`::add-mask::${token}\n`);
    expect(runner.next('gateway-sandbox transactions')).toMatchObject({ status: 0, stderr: '' });
    expect(runner.next('gateway-sandbox stop')).toMatchObject({ status: 0 });
  }, 60_000);

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
  }, 60_000);

  test('a NODE_EXTRA_CA_CERTS of the runner stays, with a warning', () => {
    const runner = runnerOf({ package: packed, args: '--https' });
    const own = { NODE_EXTRA_CA_CERTS: '/etc/ssl/company.pem', XDG_DATA_HOME: runner.workspace };
    const { stdout } = runner.step('id: start', own);
    expect(stdout).toContain(
      `::warning::NODE_EXTRA_CA_CERTS is set already: add ${runner.outputs().ca} to it`,
    );
    expect(runner.environment()).not.toHaveProperty('NODE_EXTRA_CA_CERTS');
  }, 60_000);

  test('without a package, installs the version that the action belongs to', () => {
    const runner = runnerOf({});
    // Installs nothing: npm is one of the test's own, which prints its arguments and fails.
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
    60_000,
  );
});

/** What GitHub's runner does for an action: inputs and outputs by expressions, and files that steps write. */
function runnerOf(given: Readonly<Record<string, string>>) {
  const workspace = testFolder();
  const temporary = testFolder();
  const action = read<Action>('action/action.yml');
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: value }]) => [name, given[name] ?? value]),
  );
  const files = Object.fromEntries(
    ['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_PATH'].map((name) => [name, join(temporary, name)]),
  );
  for (const file of Object.values(files)) writeFileSync(file, '');
  const written = (name: string) => readFileSync(files[name] ?? '', 'utf8');
  const shell = (script: string, env: Readonly<Record<string, string>>) =>
    spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: workspace,
      encoding: 'utf8',
      env: {
        ...userEnvironment(),
        PATH: pathWith(dirname(execPath)),
        ...files,
        RUNNER_TEMP: temporary,
        ...env,
      },
    });
  const environment = () => pairs(written('GITHUB_ENV'));
  // Whatever becomes of the test, the sandbox does not outlive it.
  onTestFinished(() => {
    if (written('GITHUB_PATH')) next('gateway-sandbox stop');
  });
  const next = (command: string) =>
    shell(command, { ...environment(), PATH: pathWith(written('GITHUB_PATH').trim(), dirname(execPath)) });
  return {
    workspace,
    environment,
    next,
    step: (name: string, more: Readonly<Record<string, string>> = {}) => {
      const step = action.runs.steps.find(({ id }) => `id: ${id}` === name);
      const env = Object.entries(step?.env ?? {}).map(([variable, value]) => [
        variable,
        value.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_all, input: string) => inputs[input] ?? ''),
      ]);
      return shell(step?.run ?? 'false', {
        GITHUB_ACTION_PATH: join(root, 'action'),
        ...Object.fromEntries(env),
        ...more,
      });
    },
    /** The outputs of the action, each from the output of a step that it names. */
    outputs: () => {
      const ofSteps = pairs(written('GITHUB_OUTPUT'));
      return Object.fromEntries(
        Object.entries(action.outputs).flatMap(([name, { value }]) => {
          const [, output = ''] = /^\$\{\{ steps\.start\.outputs\.(\w+) \}\}$/.exec(value) ?? [];
          return ofSteps[output] === undefined ? [] : [[name, ofSteps[output]]];
        }),
      );
    },
  };
}

function pairs(text: string): Record<string, string> {
  const lines = text.split('\n').filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]));
}

function pathWith(...folders: readonly string[]): string {
  return [...folders, process.env.PATH].join(delimiter);
}

function read<Document>(path: string): Document {
  // The shape that GitHub documents; a wrong one fails the tests.
  return parse(readFileSync(join(root, path), 'utf8')) as Document;
}
