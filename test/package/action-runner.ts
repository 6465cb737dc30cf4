import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { testFolder } from '../support/data-file.ts';
import { userEnvironment } from '../support/package-user.ts';

const root = join(import.meta.dirname, '../..');

/** npm reaches its registry also where a test takes this machine's authorities from Node. */
const own = process.env.NODE_EXTRA_CA_CERTS;
const npmAuthorities = own ? { npm_config_cafile: own } : {};

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

/**
 * The parts of GitHub's runner that an action needs: inputs and outputs with expressions, and files that
 * steps write.
 */
export function runnerOf(given: Readonly<Record<string, string>>) {
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
        ...npmAuthorities,
        ...env,
      },
    });
  const environment = () => pairs(written('GITHUB_ENV'));
  // The sandbox must not outlive the test.
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
    /** The action's outputs, each from the output of a step. */
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

export function pathWith(...folders: readonly string[]): string {
  return [...folders, process.env.PATH].join(delimiter);
}

function read<Document>(path: string): Document {
  // GitHub's documented format. A different one fails the tests.
  return parse(readFileSync(join(root, path), 'utf8')) as Document;
}
