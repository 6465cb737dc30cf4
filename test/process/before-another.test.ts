import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath, platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import { passed } from '../support/cli.ts';
import { isRunning } from '../support/detached.ts';
import { projectWith, sandbox, startedIn } from './npm-project.ts';

const next = 'touch next; sleep 60';

describe.runIf(platform === 'linux')('A sandbox in the background of a script', () => {
  it.each([
    ['waits for it', `${sandbox} & sleep 1`],
    ['ends at once', `${sandbox} &`],
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

  it('ends with it when npm goes on with another package', async () => {
    const cwd = projectWith({});
    mkdirSync(join(cwd, 'b'));
    for (const [folder, test] of [
      ['a', `${sandbox} & sleep 1`],
      ['b', next],
    ] as const) {
      mkdirSync(join(cwd, folder), { recursive: true });
      writeFileSync(join(cwd, folder, 'package.json'), JSON.stringify({ name: folder, scripts: { test } }));
    }
    const workspaces = JSON.stringify({ name: 'app', private: true, workspaces: ['a', 'b'] });
    writeFileSync(join(cwd, 'package.json'), workspaces);
    const { pid } = await startedIn(cwd, ['npm', 'test', '--silent', '--workspaces']);
    await begun(join(cwd, 'b'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  // Like `pnpm --recursive`, which reads what its scripts print until nobody can print any more.
  it('ends with it when the package manager waits for the end of its output', async () => {
    const cwd = projectWith({ pretest: `${sandbox} & sleep 1`, test: next });
    writeFileSync(
      join(cwd, 'pnpm.mjs'),
      `import { spawn } from 'node:child_process';
      import { readFileSync } from 'node:fs';
      const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
      for (const name of ['pretest', 'test']) {
        const PATH = 'node_modules/.bin:' + process.env.PATH;
        const env = { ...process.env, PATH, npm_config_user_agent: 'pnpm', npm_lifecycle_event: name };
        const shell = spawn('sh', ['-c', scripts[name]], { env, stdio: ['ignore', 'pipe', 'inherit'] });
        shell.stdout.pipe(process.stdout, { end: false });
        await new Promise((closed) => shell.on('close', closed));
      }`,
    );
    const { pid } = await startedIn(cwd, [execPath, 'pnpm.mjs']);
    await begun(cwd);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

async function begun(folder: string): Promise<void> {
  await expect.poll(() => existsSync(join(folder, 'next')), { timeout: 10_000 }).toBe(true);
}
