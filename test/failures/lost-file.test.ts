import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leftBehind } from '../stress/load/left-behind.ts';
import { dataFile } from '../support/data-file.ts';
import { freshSandbox } from '../support/fresh.ts';
import { begun, invoicesIn, namesBeside, storageFailureOf, usedSandbox } from './used-file.ts';

describe('The data file is deleted while the sandbox runs', () => {
  it('nothing more is stored, everybody is told, all of it is written there again, and the next start goes on', async () => {
    const { file, sandbox } = await usedSandbox();
    const told: unknown[] = [];
    sandbox.runtime.store.health.onChange((failure) => told.push(failure));
    const lines = statSync(file).mode;
    rmSync(file);

    const sentence = `The data file ${file} was deleted or moved while the sandbox ran. All of it was written there again: restart the sandbox to continue.`;
    expect(await begun(sandbox, 'AFTER')).toBe(400);
    expect(await begun(sandbox, 'AFTER')).toBe(400);
    expect(told).toEqual([sentence]);
    expect(await sandbox.control('reset', {})).toMatchObject({
      status: 503,
      json: { error: { code: 'STORAGE_FAILED', message: sentence } },
    });
    expect((await sandbox.control('transactions')).json.data).toHaveLength(1);
    expect(statSync(file).mode).toBe(lines);
    expect(namesBeside(file)).toEqual([basename(file)]);

    await sandbox.stop();
    expect(namesBeside(file)).toEqual([basename(file)]);
    expect(await invoicesIn(file)).toEqual(['BEFORE']);
    const next = await freshSandbox({ data: file, ids: sandbox.runtime.ids });
    expect(await begun(next, 'AFTER')).toBe(200);
  });

  it('and the sandbox is stopped before anybody calls: all of it is there again', async () => {
    const { file, sandbox } = await usedSandbox();
    for (const each of namesBeside(file)) rmSync(`${dirname(file)}/${each}`);
    await sandbox.stop();
    expect(namesBeside(file)).toEqual([basename(file)]);
    expect(await invoicesIn(file)).toEqual(['BEFORE']);
  });

  it('with its folder: it says so, and writes it there when there is a folder again', async () => {
    const { file, sandbox } = await usedSandbox();
    rmSync(dirname(file), { recursive: true });
    expect(await begun(sandbox, 'AFTER')).toBe(400);
    expect(storageFailureOf(sandbox)).toBe(
      `The data file ${file} was deleted or moved while the sandbox ran. What is stored is lost when the sandbox ends: The data file ${file} cannot be made: its folder does not exist. Make the folder, or name another file with --data.`,
    );
    mkdirSync(dirname(file));
    await sandbox.stop();
    expect(await invoicesIn(file)).toEqual(['BEFORE']);
  });

  it.skipIf(process.platform === 'win32')(
    'the name of the unfinished copy is taken: that file is left as it is',
    async () => {
      const { file, sandbox } = await usedSandbox();
      const victim = `${dataFile()}.txt`;
      writeFileSync(victim, 'mine');
      symlinkSync(victim, `${file}.unfinished`);
      symlinkSync(`${victim}.gone`, `${file}.unfinished-2`);
      rmSync(file);
      expect(await begun(sandbox, 'AFTER')).toBe(400);
      await sandbox.stop();
      expect(readFileSync(victim, 'utf8')).toBe('mine');
      expect(existsSync(`${victim}.gone`)).toBe(false);
      expect(await invoicesIn(file)).toEqual(['BEFORE']);
    },
  );

  it('only moved, and brought back: the sandbox goes on by itself', async () => {
    const { file, sandbox } = await usedSandbox();
    renameSync(file, `${file}.away`);
    expect(await begun(sandbox, 'REFUSED')).toBe(400);
    renameSync(`${file}.away`, file);
    expect(await begun(sandbox, 'AFTER')).toBe(200);
    expect(storageFailureOf(sandbox)).toBeUndefined();
    // What a kill would leave behind now.
    expect([...leftBehind(file).statuses.keys()]).toEqual(['BEFORE', 'AFTER']);
    await sandbox.stop();
    expect(await invoicesIn(file)).toEqual(['BEFORE', 'AFTER']);
  });
});

describe('The data file is replaced by another file', () => {
  it('the other one is left as it is, and what was stored is kept beside it', async () => {
    const { file, sandbox } = await usedSandbox();
    const other = dataFile();
    const second = await freshSandbox({ data: other });
    await begun(second, 'OTHER');
    await second.stop();
    const bytes = readFileSync(other);
    renameSync(other, file);

    expect(await begun(sandbox, 'AFTER')).toBe(400);
    expect(storageFailureOf(sandbox)).toBe(
      `The data file ${file} was replaced by another file while the sandbox ran. What was stored is in ${file}.rescued: stop the sandbox and start it again with the file that you want.`,
    );
    await sandbox.stop();
    expect(readFileSync(file).equals(bytes)).toBe(true);
    // A remaining log would be mistaken for the other file's.
    expect(namesBeside(file)).toEqual([basename(file), `${basename(file)}.rescued`]);
    expect(await invoicesIn(file)).toEqual(['OTHER']);
    expect(await invoicesIn(`${file}.rescued`)).toEqual(['BEFORE']);
  });
});
