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
import { leftBehind } from '../../scripts/load/left-behind.ts';
import { sandboxConnection } from '../invariants/sandbox-breaches.ts';
import { watchStatements } from '../support/statements.ts';
import { begun, invoicesIn, troubleOf, type Used, usedSandbox } from './used-file.ts';

/** Writes the whole log into the file, so that the file itself is what counts. */
function checkpoint({ sandbox }: Used): void {
  sandboxConnection(sandbox).pragma('wal_checkpoint(TRUNCATE)');
}

/** How often the whole file is looked through from now on. */
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
    const used = await usedSandbox();
    const { file, sandbox } = used;
    checkpoint(used);
    expect(await begun(sandbox, 'TOO')).toBe(200);
    const garbage = Buffer.alloc(statSync(file).size, 'garbage ');
    writeFileSync(file, garbage);
    expect(await begun(sandbox, 'AFTER')).toBe(400);
    const sentence = `Something else has written into the data file ${file} while the sandbox ran, and it is damaged. Stop the sandbox, restore the file from a copy, or name another file with --data.`;
    expect(troubleOf(sandbox)).toBe(sentence);
    expect((await sandbox.control('clock/freeze', {})).json.error.message).toBe(sentence);
    await sandbox.stop();
    expect(readFileSync(file).equals(garbage)).toBe(true);
    expect(existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0).toBe(0);
  });

  it('the half of it, as a copy that was broken off: the same', async () => {
    const used = await usedSandbox();
    checkpoint(used);
    truncateSync(used.file, Math.floor(statSync(used.file).size / 2));
    expect(await begun(used.sandbox, 'AFTER')).toBe(400);
    expect(troubleOf(used.sandbox)).toContain('and it is damaged');
  });

  it('garbage in its log: the same, and the file has what was written into it before', async () => {
    const used = await usedSandbox();
    checkpoint(used);
    expect(await begun(used.sandbox, 'IN-THE-LOG')).toBe(200);
    truncateSync(`${used.file}-wal`, 0);
    appendFileSync(`${used.file}-wal`, Buffer.alloc(100_000, 'garbage '));
    expect(await begun(used.sandbox, 'AFTER')).toBe(400);
    expect(troubleOf(used.sandbox)).toContain('and it is damaged');
    await used.sandbox.stop();
    expect(await invoicesIn(used.file)).toEqual(['BEFORE']);
  });

  it('nothing, it was only touched: the sandbox goes on', async () => {
    const used = await usedSandbox();
    checkpoint(used);
    const checks = checksOf();
    for (const time of [1, 2, 3, 4, 5]) {
      utimesSync(used.file, time, time);
      expect(await begun(used.sandbox, `TOUCHED-${time}`)).toBe(200);
    }
    expect(troubleOf(used.sandbox)).toBeUndefined();
    // A disk that changes times by itself is not looked through each time.
    expect(checks()).toBe(3);
  });

  it('nobody but the sandbox itself, with its checkpoints: nothing is looked through', async () => {
    const used = await usedSandbox();
    sandboxConnection(used.sandbox).pragma('wal_autocheckpoint = 5');
    const checks = checksOf();
    for (const number of Array(50).keys()) expect(await begun(used.sandbox, `INV-${number}`)).toBe(200);
    used.sandbox.runtime.clock.advance(3_600_000);
    await used.sandbox.control('reset', {});
    expect(checks()).toBe(0);
  });
});

describe('The log beside the data file is deleted', () => {
  it('it is made anew, and what is answered survives a kill', async () => {
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
