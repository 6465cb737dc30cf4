import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { widthOf } from '../../src/cli/output.ts';
import { printable } from '../../src/host/printable.ts';
import { cliResult, cliSandbox, runCli } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { rightFields } from '../support/sandbox.ts';

/** Turns text red, clears the screen, starts a one-byte escape sequence, and reverses the text direction. */
const evil = '\u001b[31m\u001b[2J\u009b1m\u202eevil';
const commands = /[\p{Cc}\p{Bidi_Control}]/u;

describe('Control characters never reach the terminal', () => {
  it('from a config file', async () => {
    for (const config of [
      { [evil]: 1 },
      { host: evil },
      { profile: evil },
      { names: { walletA: evil } },
      { settings: { [evil]: 1 } },
      { public_url: `http://${evil}` },
      { data: `${evil}/a.db` },
    ]) {
      const cwd = testFolder();
      writeFileSync(join(cwd, 'gateway-sandbox.config.json'), JSON.stringify(config));
      const { code, stdout, stderr } = await cliResult(['--port', '0'], { cwd });
      expect(code, stderr).not.toBe(0);
      expect(stdout).toBe('');
      expect(lines(stderr).filter((line) => commands.test(line))).toEqual([]);
      expect(stderr).toContain('evil');
    }
  });

  it('from a config file that is not JSON', async () => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'gateway-sandbox.config.json'), `{"a": ${evil}}`);
    const { code, stderr } = await cliResult(['--port', '0'], { cwd });
    expect(code).toBe(1);
    expect(lines(stderr).filter((line) => commands.test(line))).toEqual([]);
  });

  it('from the names of files, in the banner too', async () => {
    const cwd = testFolder();
    mkdirSync(join(cwd, evil));
    const text = await runCli(['--port', '0', '--data', join(evil, 'a.db')], { cwd }).printed(
      /Ctrl-C stops it/,
    );
    expect(text).toContain('[31m');
    expect(lines(text).filter((line) => commands.test(line))).toEqual([]);
  });

  it('from the command line', async () => {
    const { code, stderr } = await cliResult([`--${evil}`]);
    expect(code).toBe(2);
    expect(stderr).toContain('[31m');
    expect(lines(stderr).filter((line) => commands.test(line))).toEqual([]);
  });

  it('from invoices, names and merchants: what they send is printed nowhere', async () => {
    const sandbox = await cliSandbox();
    const fields = { ...rightFields['localbankcards/confirm'], invoice_no: evil };
    expect((await sandbox.call('localbankcards/confirm', fields)).status).toBe(422);
    expect((await sandbox.call(encodeURIComponent(evil), fields)).status).toBe(404);
    await sandbox.control('accounts', { name: evil });
    await sandbox.control(`otps/${encodeURIComponent(evil)}`);
    expect(lines(sandbox.stdout())).toHaveLength(1);
    expect(sandbox.stderr()).toBe('');
  });

  it('only the line feed is left of them', () => {
    for (let code = 0; code < 0x20; code += 1) {
      const character = String.fromCharCode(code);
      expect(printable(`a${character}b`)).toBe(character === '\n' ? 'a\nb' : 'a\uFFFDb');
    }
    expect(printable('\u007f\u0080\u009f\u200e\u202a\u202e\u2066\u2069')).toBe('\uFFFD'.repeat(8));
    expect(printable('عربي, ascii & 中')).toBe('عربي, ascii & 中');
  });
});

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

it.each([
  [true, 120, 120],
  [true, 0, 80],
  [true, undefined, 80],
  [false, 40, Number.POSITIVE_INFINITY],
])('A stream with isTTY %s and %s columns takes lines of %s characters', (isTTY, columns, width) => {
  expect(widthOf(Object.assign(Object.create(process.stdout), { isTTY, columns }))).toBe(width);
});
