import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execPath, platform } from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startApp } from '../../src/testing/app.ts';
import { testFolder } from '../support/data-file.ts';
import { isRunning } from '../support/detached.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';
import { slowToEnd } from '../support/slow-to-end.ts';
import { running, textOf } from './running-app.ts';

test.each([
  ['a shell waits for', (script: string) => `cd . && node ${script}; true`],
  ['a shell has left behind', (script: string) => `node ${script} & until [ -s pid ]; do sleep 0.1; done`],
])('stop() gives an app that %s the time to shut down', async (_title, command) => {
  const cwd = testFolder();
  const { app } = await running({ app: command(slowToEnd(cwd, 'process.env.PORT')), cwd });
  await app.stop();
  expect(existsSync(join(cwd, 'ended'))).toBe(true);
  await nobodyAnswers(app.url);
});

test('stop() kills an app behind a shell that does not shut down', { timeout: 20_000 }, async () => {
  const cwd = testFolder();
  const { app } = await running({
    app: `cd . && node ${slowToEnd(cwd, 'process.env.PORT', 60_000)}; true`,
    cwd,
  });
  const pid = Number(await textOf(app.url));
  await app.stop();
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test.each([
  ['that is killed', 1],
  ['whose process group is killed', -1],
])('a test process %s takes the app along, behind a shell too', async (_which, sign) => {
  const cwd = testFolder();
  const app = JSON.stringify({ app: `cd . && node ${slowToEnd(cwd, 'process.env.PORT')}; true`, cwd });
  const code = `
    import { startSandbox } from ${source('index.ts')};
    import { startApp } from ${source('testing/app.ts')};
    const { url } = await startApp(await startSandbox(), ${app});
    console.log(await (await fetch(url)).text());
    setInterval(() => undefined, 1000);`;
  const tests = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const [pid] = await once(tests.stdout, 'data');
  process.kill(sign * Number(tests.pid), 'SIGKILL');
  await expect.poll(() => existsSync(join(cwd, 'ended')), { timeout: 5000 }).toBe(true);
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
});

test.runIf(platform === 'linux')('an app that cannot be started leaves no process behind', async () => {
  const code = `
    import { readFileSync } from 'node:fs';
    import { setTimeout as later } from 'node:timers/promises';
    import { startSandbox } from ${source('index.ts')};
    import { startApp } from ${source('testing/app.ts')};
    await startApp(await startSandbox(), { app: ['${'x'.repeat(300)}'] }).catch(({ message }) => console.log(message));
    const children = () => readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8');
    for (let looks = 0; children() !== '' && looks < 100; looks += 1) await later(50);
    console.log(children() === '');
    process.exit();`;
  const { stdout } = await promisify(execFile)(execPath, ['--input-type=module', '-e', code]);
  expect(stdout).toMatch(/^The app \(x+\) cannot be started: spawn ENAMETOOLONG\.\ntrue\n$/);
});

test('more apps need no more listeners of the process', async () => {
  const app = `node ${slowToEnd(testFolder(), 'process.env.PORT', 0)}`;
  const listeners = () => process.listenerCount('exit');
  const before = listeners();
  const { sandbox, ...first } = await running({ app });
  const withOne = listeners();
  const second = await startApp(sandbox, { app });
  expect(listeners()).toBe(withOne);
  await first.app.stop();
  expect(listeners()).toBe(withOne);
  await second.stop();
  expect(listeners()).toBe(before);
});

test('an app that is never stopped does not keep the test process running, and ends with it', async () => {
  const cwd = testFolder();
  const app = JSON.stringify({ app: `node ${slowToEnd(cwd, 'process.env.PORT')}`, cwd });
  const code = `
    import { startSandbox } from ${source('index.ts')};
    import { startApp } from ${source('testing/app.ts')};
    const { url } = await startApp(await startSandbox(), ${app});
    console.log(await (await fetch(url, { headers: { Connection: 'close' } })).text());`;
  const tests = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [[pid]] = await Promise.all([once(tests.stdout, 'data'), once(tests, 'exit')]);
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
});

/** The import of a source file, as code. */
function source(file: string): string {
  return JSON.stringify(new URL(`../../src/${file}`, import.meta.url).href);
}
