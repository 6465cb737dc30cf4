import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath, platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import { booksOf } from '../audit/audit-cli.ts';
import { orderShop } from '../audit/order-shop.ts';
import { passed, program } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { isRunning } from '../support/detached.ts';
import { freePort } from '../support/free-port.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';
import { projectWith, sandbox, spawnedIn, startedIn } from './npm-project.ts';

/** The command of `exec`, with a ready line of its own. */
const waits = 'console.log(JSON.stringify({ pid: process.pid })); setInterval(() => {}, 1000)';

/** The same. A second SIGTERM ends it before it has tidied up. */
const tidies = `process.once('SIGTERM', () => setTimeout(() => {
  require('fs').writeFileSync('tidied', ''); process.exit();
}, 700)); ${waits}`;

describe.runIf(platform === 'linux')('A sandbox ends with the npx or npm that started it', () => {
  // npm does nothing about SIGINT: it forwards it to the shell in between, which keeps waiting.
  it.each([
    ['SIGKILL', 'npx', 'gateway-sandbox', 'start', '--port', '0', '--json'],
    ['SIGHUP', 'npx', 'gateway-sandbox', 'start', '--port', '0', '--json'],
    ['SIGTERM', 'npx', 'gateway-sandbox', 'start', '--port', '0', '--json'],
    ['SIGTERM', 'npm', 'run', '--silent', 'sandbox'],
    ['SIGKILL', 'npm', 'run', '--silent', 'sandbox'],
    ['SIGKILL', 'npx', 'gateway-sandbox', 'exec', '--', 'node', '-e', waits],
    ['SIGTERM', 'npx', 'gateway-sandbox', 'exec', '--', 'node', '-e', waits],
  ] as const)('when %s ends %s', async (signal, ...command) => {
    const { child, pid } = await startedBy(command);
    child.kill(signal);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it.each([
    ['under nohup', ['bash', '-c', 'nohup npx gateway-sandbox start --port 0 --json']],
    ['under nohup in a script', ['npm', 'run', '--silent', 'kept']],
    ['in a process group of its own', ['npm', 'run', '--silent', 'apart']],
  ])('but lives on %s', async (_, command) => {
    const { child, pid, url } = await startedBy(command);
    child.kill('SIGKILL');
    // Twice as long as it takes to notice.
    await passed(1000);
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe.runIf(platform === 'linux')('The command of exec gets one SIGTERM', () => {
  it.each([
    ['npx', 'gateway-sandbox', 'exec', '--', 'node', '-e', tidies],
    ['npm', 'run', '--silent', 'exec'],
  ])('when %s gets it, with its process group', async (...command) => {
    const { child, cwd } = await startedBy(command);
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await expect.poll(() => existsSync(join(cwd, 'tidied')), { timeout: 5000 }).toBe(true);
  });
});

it.runIf(platform === 'linux')(
  'The command of exec ends after a closed terminal that it survives',
  async () => {
    const reloads = `process.on('SIGHUP', () => require('fs').writeFileSync('reloaded', '')); ${waits}`;
    const { child, pid, cwd } = await startedBy([
      'npx',
      'gateway-sandbox',
      'exec',
      '--',
      'node',
      '-e',
      reloads,
    ]);
    process.kill(-(child.pid ?? 0), 'SIGHUP');
    await expect.poll(() => existsSync(join(cwd, 'reloaded'))).toBe(true);
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  },
);

describe.runIf(platform === 'linux')(
  'An audit or a rehearsal ends with the npm that started it, and its app with it',
  () => {
    it('the audit at once', async () => {
      const { url, app } = await relayedShop();
      const flags = `--order-cmd "touch asked; sleep 60" --return-url ${url} --gateway cardgw`;
      const { child, text, cwd } = ran(`audit ${flags} -- ${app}`);
      await expect.poll(() => existsSync(join(cwd, 'asked')), { timeout: 10_000 }).toBe(true);
      child.kill('SIGKILL');
      await expect.poll(() => text('code'), { timeout: 10_000 }).toBe('143\n');
      expect(text('stderr')).toBe('\nStopping, because the npm that started it has ended.\n');
      await nobodyAnswers(url);
    });

    it('the rehearsal with the report of what was seen', async () => {
      const { url, app, made } = await relayedShop();
      const messages = ['--callback-url', `${url}/callback`, '--return-url', `${url}/return`];
      const day = '--gateway cardgw --minutes 60 --rate 5 --timeout 5m --slow 10ms --late 5m --json';
      const { child, text } = ran(`rehearse ${[...messages, ...booksOf(url)].join(' ')} ${day} -- ${app}`);
      await expect.poll(made, { timeout: 10_000 }).toBeGreaterThan(3);
      child.kill('SIGKILL');
      await expect.poll(() => text('code'), { timeout: 20_000 }).toBe('143\n');
      expect(text('stderr')).toContain('\nEnding early, because the npm that started it has ended. ');
      expect(JSON.parse(text('stdout'))).toMatchObject({ summary: { ended_early: true }, problems: [] });
      await nobodyAnswers(url);
    });
  },
);

describe.runIf(platform === 'linux')('A sandbox that something else started', () => {
  it('outlives a shell that has ended, npm before it or not', async () => {
    const script = `"${execPath}" "${program}" start --port 0 --json & sleep 60`;
    const { child, pid, url } = await startedBy(['bash', '-c', script], { npm_execpath: '/npm-cli.js' });
    child.kill('SIGKILL');
    await passed(1000);
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
    expect(isRunning(pid)).toBe(true);
  });
});

/** Runs a command in a project with this package installed, until the sandbox is ready. */
function startedBy(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const cwd = projectWith({
    sandbox,
    exec: `gateway-sandbox exec -- node -e ${JSON.stringify(tidies.replaceAll('\n', ' '))}`,
    kept: `nohup ${sandbox} & sleep 60`,
    apart: `setsid ${sandbox} & sleep 60`,
  });
  return startedIn(cwd, command, env);
}

/** Runs a command of ours by `npm run`. `text` is its stdout, stderr or exit code, which outlive npm. */
function ran(command: string) {
  const cwd = projectWith({ sandbox: `gateway-sandbox ${command} >stdout 2>stderr; echo $? >code` });
  const child = spawnedIn(cwd, ['npm', 'run', '--silent', 'sandbox']);
  const text = (name: 'stdout' | 'stderr' | 'code') =>
    existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : '';
  return { child, cwd, text };
}

/** A shop in this process, and the command of an app that passes all connections on to it. */
async function relayedShop() {
  const { url, made } = await orderShop();
  const port = await freePort();
  const script = join(testFolder(), 'relay.mjs');
  writeFileSync(
    script,
    `import { connect, createServer } from 'node:net';
    createServer((from) => {
      const to = connect(${new URL(url).port}, '127.0.0.1');
      for (const socket of [from, to]) socket.on('error', () => undefined);
      from.pipe(to).pipe(from);
    }).listen(${port}, '127.0.0.1');`,
  );
  return { url: `http://127.0.0.1:${port}`, app: `${execPath} ${script}`, made };
}
