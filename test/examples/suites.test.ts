import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type CliSandbox, cliSandbox, runCli } from '../support/cli.ts';
import { crossed } from '../support/spread.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'examples/suites/README.md'), 'utf8');
/** The README's commands that run a suite. */
const commands = [...readme.matchAll(/^(sh|php|python3) \S+$/gm)].map(([command]) => command);
const someFailed = /^\d+ passed, [1-9]\d* failed$/;
const allPassed = { sh: '50 passed, 0 failed', php: '53 passed, 0 failed', python3: '53 passed, 0 failed' };

test('the README shows one command for each language', () => {
  expect(commands.map((command) => command.split(' ')[0])).toEqual(Object.keys(allPassed));
});

test('six suites at once, each in a tenant of its own, pay and fail against one sandbox', async () => {
  const sandbox = await cliSandbox();
  const six = [...commands, ...commands];
  const runs = await Promise.all(six.map((command) => suiteRun(command, sandbox.url)));
  for (const { command, code, output, lastLine } of runs)
    expect([code, lastLine], `${command}\n${output}`).toEqual([0, passedLine(command)]);
  const { data: accounts } = await sandbox.control('accounts');
  expect(accounts).toHaveLength(7);
});

// `mode: 'once'` is for speed: otherwise refused callbacks stay pending, and the suites wait for them.
const misbehaviours = [
  {
    misbehaviour: 'refuses wrong codes with other words',
    settings: { codes: 'documented' },
    noticedBy:
      /FAIL {2}walletA: a wrong code is refused|test_a_wrong_code_is_refused_\w+ \(.*WalletA.* FAIL$/m,
  },
  {
    misbehaviour: 'signs another string',
    settings: { signature: { layout: 'sorted' }, callback: { mode: 'once' } },
    noticedBy: /FAIL {2}cardgw: an approved payment|test_an_approved_payment_\w+ \(.*CardGw.* FAIL$/m,
  },
  {
    misbehaviour: 'sends each callback twice',
    settings: { callback: { copies: 2, mode: 'once' } },
    noticedBy: /FAIL {2}aggregator: an approved payment|test_an_approved_payment_\w+ \(.*Aggregator.* FAIL$/m,
  },
  {
    misbehaviour: 'is down for maintenance',
    settings: { maintenance_mode: true },
    noticedBy:
      /FAIL {2}walletB: the code on the phone pays|test_the_code_on_the_phone_pays \(.*WalletB.* FAIL$/m,
  },
];

test.each(crossed(misbehaviours, commands).map(([each, command]) => ({ ...each, command })))(
  '$command notices a sandbox that $misbehaviour, and ends with exit code 1',
  async ({ command, settings, noticedBy }) => {
    const sandbox = await cliSandbox();
    await change(sandbox, settings);
    const { code, output, lastLine } = await suiteRun(command, sandbox.url);
    expect([code, lastLine], output).toEqual([1, expect.stringMatching(someFailed)]);
    expect(output).toMatch(noticedBy);
  },
  180_000,
);

test.each(commands)('%s says in a sentence that no sandbox answers', async (command) => {
  const { code, output } = await suiteRun(command, 'http://127.0.0.1:9');
  expect([code, output]).toEqual([1, expect.stringContaining('No sandbox answers at http://127.0.0.1:9')]);
});

test('the README’s exec runs a suite against a sandbox of its own', async () => {
  const [, command = ''] = /^npx gateway-sandbox exec -- (.+)$/m.exec(readme) ?? [];
  const { code, stdout, stderr } = await runCli(['exec', '--', ...command.split(' ')], { cwd: root }).ended;
  expect([code, lastLineOf(stdout)], stdout + stderr).toEqual([0, passedLine(command)]);
});

interface SuiteRun {
  readonly command: string;
  readonly code: number | null;
  /** Its output, including errors. */
  readonly output: string;
  readonly lastLine: string | undefined;
}

async function suiteRun(command: string, url: string): Promise<SuiteRun> {
  const child = spawn('sh', ['-c', `exec ${command} 2>&1`], {
    cwd: root,
    env: { PATH: env.PATH, GATEWAY_SANDBOX_URL: url, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its own process group, so that the shop's server of a killed suite does not outlive it.
    detached: true,
  });
  onTestFinished(() => endGroup(child));
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { command, code, output, lastLine: lastLineOf(output) };
}

function endGroup({ pid, exitCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
}

async function change(sandbox: CliSandbox, settings: unknown): Promise<void> {
  const patch = { method: 'PATCH', body: JSON.stringify(settings) };
  expect((await fetch(`${sandbox.control_url}/settings`, patch)).status).toBe(200);
}

function lastLineOf(output: string): string | undefined {
  return output.trimEnd().split('\n').at(-1);
}

function passedLine(command: string): string {
  const language = Object.entries(allPassed).find(([name]) => command.startsWith(`${name} `));
  return language?.[1] ?? '';
}
