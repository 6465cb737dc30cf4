import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { getuid, platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import { cliResult } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

const name = `gateway-sandbox-${getuid?.()}`;

async function run(TMPDIR: string): Promise<void> {
  const { code, stdout } = await cliResult(['--version'], { env: { TMPDIR } });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
}

/** What Node caches is run as it is, so it must be of this user alone. */
describe.skipIf(platform === 'win32')('The folder of what Node has compiled', () => {
  it('is one that only this user can open, in the temporary folder', async () => {
    const folder = testFolder();
    await run(folder);
    expect(readdirSync(folder)).toEqual([name]);
    expect(lstatSync(join(folder, name)).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, name, 'compiled'))).toHaveLength(1);
  });

  it('is not Node’s own, which another user can have made', async () => {
    const folder = testFolder();
    const planted = join(folder, 'node-compile-cache');
    mkdirSync(planted);
    await run(folder);
    expect(readdirSync(planted)).toEqual([]);
  });

  it('is not used where others can write to it', async () => {
    const folder = testFolder();
    mkdirSync(join(folder, name));
    chmodSync(join(folder, name), 0o777);
    await run(folder);
    expect(readdirSync(join(folder, name))).toEqual([]);
  });

  it('is not used where it is a link', async () => {
    const folder = testFolder();
    const other = testFolder();
    symlinkSync(other, join(folder, name));
    await run(folder);
    expect(readdirSync(other)).toEqual([]);
  });

  it('is not used where it is a link into /proc, which cannot be written', async () => {
    const folder = testFolder();
    symlinkSync('/proc', join(folder, name));
    await run(folder);
  });

  it.skipIf(getuid?.() !== 0)('is not used where it belongs to another user', async () => {
    const folder = testFolder();
    mkdirSync(join(folder, name), { mode: 0o700 });
    chownSync(join(folder, name), 65_534, 65_534);
    await run(folder);
    expect(readdirSync(join(folder, name))).toEqual([]);
  });
});
