import {
  appendFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leftBehind } from '../stress/load/left-behind.ts';
import { watchStatements } from '../support/statements.ts';
import { begun, invoicesIn, restartedSandbox, storageFailureOf, usedSandbox } from './used-file.ts';

/** Counts full checks of the file from now on. */
function checksOf(): () => number {
  let checks = 0;
  const end = watchStatements((_of, sql) => {
    checks += sql.includes('integrity_check') ? 1 : 0;
  });
  onTestFinished(() => end());
  return () => checks;
}

describe('Something else writes into the data file', () => {
  it('garbage: nothing more is stored, and the sandbox leaves the file as it found it', async () => {
    const { file, sandbox } = await restartedSandbox();
    expect(await begun(sandbox, 'TOO')).toBe(200);
    const garbage = Buffer.alloc(statSync(file).size, 'garbage ');
    writeFileSync(file, garbage);
    expect(await begun(sandbox, 'AFTER')).toBe(400);
    const sentence = `Something else has written into the data file ${file} while the sandbox ran, and it is damaged. Stop the sandbox, restore the file from a copy, or name another file with --data.`;
    expect(storageFailureOf(sandbox)).toBe(sentence);
    expect((await sandbox.control('clock/freeze', {})).json.error.message).toBe(sentence);
    await sandbox.stop();
    expect(readFileSync(file).equals(garbage)).toBe(true);
    expect(existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0).toBe(0);
  });

  it('the half of it, as a copy that was broken off: the same', async () => {
    const used = await restartedSandbox();
    truncateSync(used.file, Math.floor(statSync(used.file).size / 2));
    expect(await begun(used.sandbox, 'AFTER')).toBe(400);
    expect(storageFailureOf(used.sandbox)).toContain('and it is damaged');
  });

  it('garbage in its log: the same, and the file has what was written into it before', async () => {
    const used = await restartedSandbox();
    expect(await begun(used.sandbox, 'IN-THE-LOG')).toBe(200);
    truncateSync(`${used.file}-wal`, 0);
    appendFileSync(`${used.file}-wal`, Buffer.alloc(100_000, 'garbage '));
    expect(await begun(used.sandbox, 'AFTER')).toBe(400);
    expect(storageFailureOf(used.sandbox)).toContain('and it is damaged');
    await used.sandbox.stop();
    expect(await invoicesIn(used.file)).toEqual(['BEFORE']);
  });

  it('nothing, it was only touched: the sandbox goes on', async () => {
    const used = await restartedSandbox();
    const checks = checksOf();
    for (const time of [1, 2, 3, 4, 5]) {
      utimesSync(used.file, time, time);
      expect(await begun(used.sandbox, `TOUCHED-${time}`)).toBe(200);
    }
    expect(storageFailureOf(used.sandbox)).toBeUndefined();
    // A disk that changes timestamps by itself does not cause a full check each time.
    expect(checks()).toBe(3);
  });

  it('nobody but the sandbox itself, with its checkpoints: nothing is looked through', async () => {
    const { file, sandbox } = await usedSandbox();
    const { size } = statSync(file);
    const checks = checksOf();
    for (const number of Array(100).keys()) expect(await begun(sandbox, `INV-${number}`)).toBe(200);
    sandbox.runtime.clock.advance(3_600_000);
    await sandbox.control('reset', {});
    expect(await begun(sandbox, 'LAST')).toBe(200);
    expect(checks()).toBe(0);
    // Through a checkpoint.
    expect(statSync(file).size).toBeGreaterThan(size);
  });
});

describe('The log beside the data file is deleted', () => {
  it('it is made again, and what is answered survives a kill', async () => {
    const { file, sandbox } = await usedSandbox();
    rmSync(`${file}-wal`);
    expect(await begun(sandbox, 'AFTER')).toBe(200);
    await sandbox.control('checkouts/token-2/approve', { hold: true });
    expect(leftBehind(file)).toMatchObject({
      integrity: 'ok',
      breaches: [],
      statuses: new Map([
        ['BEFORE', 'started'],
        ['AFTER', 'completed'],
      ]),
    });
  });
});
