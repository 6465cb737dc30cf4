import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath, platform } from 'node:process';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { passed } from '../support/cli.ts';
import { endLater, isRunning } from '../support/detached.ts';
import { freePort } from '../support/free-port.ts';
import { projectWith, sandbox, startedIn } from './npm-project.ts';

const next = 'touch next; sleep 60';

describe.runIf(platform === 'linux')('A sandbox in the background of a script', () => {
  it.each([
    ['waits for it', `${sandbox} & sleep 1`],
    ['ends at once', `${sandbox} &`],
    ['leaves npx alone at once', `npx ${sandbox} &`],
  ])('before another, whose shell %s, lives on until npm ends', async (_, pretest) => {
    const cwd = projectWith({ pretest, test: next });
    const { child, pid, url } = await startedIn(cwd, ['npm', 'test', '--silent']);
    await begun(cwd);
    // Twice as long as it takes to notice.
    await passed(1000);
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
    child.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('before another that another npm runs beside does not end with that one', async () => {
    const scripts = { pretest: `sleep 0.5; ${sandbox} &`, test: next, lint: 'sleep 2' };
    const cwd = projectWith(scripts);
    const both = 'npm test --silent & npm run lint --silent; touch linted; wait';
    const { pid } = await startedIn(cwd, ['sh', '-c', both]);
    await expect.poll(() => existsSync(join(cwd, 'linted')), { timeout: 10_000 }).toBe(true);
    await passed(500);
    expect(isRunning(pid)).toBe(true);
  });

  it('of npx ends with it', async () => {
    const cwd = projectWith({ test: `npx ${sandbox} & sleep 2` });
    const { child, pid } = await startedIn(cwd, ['npm', 'test', '--silent']);
    await once(child, 'exit');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('ends with it when npm goes on with another package', async () => {
    const cwd = workspaces({ a: `${sandbox} & sleep 1`, b: next });
    const { pid } = await startedIn(cwd, ['npm', 'test', '--silent', '--workspaces']);
    await begun(join(cwd, 'b'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('ends with it soon enough for the next script to use its port', async () => {
    const script = `gateway-sandbox start --port ${await freePort()} --json & sleep 1`;
    const { child } = await startedIn(workspaces({ a: script, b: script }), ['npm', 'test', '-s', '-ws']);
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    endLater(JSON.parse(line).pid);
  });

  it.each([
    ['alone', `${sandbox} & sleep 1`],
    ['through a pipe', `${sandbox} | tee log &`],
  ])(
    'ends with it when the package manager reads its output %s, and waits for the end of it',
    async (_, pretest) => {
      const cwd = underPnpm(pretest, 'pipe');
      const { pid } = await startedIn(cwd, [execPath, 'pnpm.mjs']);
      await begun(cwd);
      await expect.poll(() => isRunning(pid)).toBe(false);
    },
  );

  it.each([
    ['alone', `${sandbox} & sleep 1`],
    ['through a pipe', `${sandbox} | tee log &`],
    ['through a pipe of a shell that waits', `${sandbox} | tee log & sleep 1`],
  ])('lives on when the package manager does not read its output, printed %s', async (_, pretest) => {
    const cwd = underPnpm(pretest, 'inherit');
    const { child, pid, url } = await startedIn(cwd, [execPath, 'pnpm.mjs']);
    await begun(cwd);
    await passed(1500);
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
    child.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

async function begun(folder: string): Promise<void> {
  await expect.poll(() => existsSync(join(folder, 'next')), { timeout: 10_000 }).toBe(true);
}

/** Like `pnpm --recursive`, which reads what its scripts print until nobody can print any more, or like plain `pnpm`. */
function underPnpm(pretest: string, output: 'pipe' | 'inherit'): string {
  const cwd = projectWith({ pretest, test: next });
  writeFileSync(
    join(cwd, 'pnpm.mjs'),
    `import { spawn } from 'node:child_process';
    import { readFileSync } from 'node:fs';
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const name of ['pretest', 'test']) {
      const PATH = 'node_modules/.bin:' + process.env.PATH;
      const env = { ...process.env, PATH, npm_config_user_agent: 'pnpm', npm_lifecycle_event: name };
      const shell = spawn('sh', ['-c', scripts[name]], { env, stdio: ['ignore', '${output}', 'inherit'] });
      shell.stdout?.pipe(process.stdout, { end: false });
      await new Promise((closed) => shell.on('close', closed));
    }`,
  );
  return cwd;
}

function workspaces(tests: Readonly<Record<string, string>>): string {
  const cwd = projectWith({});
  const names = Object.keys(tests);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'app', private: true, workspaces: names }));
  for (const name of names) {
    mkdirSync(join(cwd, name));
    const scripts = { test: tests[name] };
    writeFileSync(join(cwd, name, 'package.json'), JSON.stringify({ name, version: '1.0.0', scripts }));
  }
  return cwd;
}
