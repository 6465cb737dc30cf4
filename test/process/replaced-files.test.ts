import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { expect, it } from 'vitest';
import { projectRoot } from '../../scripts/bundle.ts';
import { cliSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { rightFields } from '../support/sandbox.ts';

const whatToDo = 'The files of gateway-sandbox were removed or replaced while it was running. Restart it.';
const walletVerify = rightFields['walletA/verify'];

it('says that its files are gone, goes on with payments, and recovers when they are back', async () => {
  const folder = testFolder();
  for (const name of ['package.json', 'bin', 'dist', 'views', 'fixtures', 'src/store/migrations']) {
    cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  const program = join(folder, 'bin/gateway-sandbox.js');
  const sandbox = await cliSandbox([], { executable: execPath, before: [program] });
  rmSync(join(folder, 'dist'), { recursive: true });

  for (const path of ['', 'inbox', 'nowhere']) {
    const page = await fetch(`${sandbox.url}/_sandbox/${path}`);
    expect([page.status, await page.text()]).toEqual([500, whatToDo]);
  }
  expect(await sandbox.control('state')).toEqual({ error: { code: 'INTERNAL', message: whatToDo } });
  expect(await sandbox.call('walletA/verify', walletVerify)).toMatchObject({ status: 200 });

  cpSync(join(projectRoot, 'dist'), join(folder, 'dist'), { recursive: true });
  expect((await fetch(`${sandbox.url}/_sandbox/`)).status).toBe(200);
  expect(await sandbox.control('accounts')).toMatchObject({ data: [{ id: 'demo' }] });
});
