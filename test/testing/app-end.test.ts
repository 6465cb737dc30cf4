import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
