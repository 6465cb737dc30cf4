import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliResult, noSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';

/** A folder with a file of this name. */
function folderWith(name: string, text: string): string {
  const cwd = testFolder();
  writeFileSync(join(cwd, name), text);
  return cwd;
}

describe('A start with a wrong configuration writes nothing into the file of --log-file: it may be one that the configuration names', () => {
  it.each<[string, readonly string[], Readonly<Record<string, string>>?]>([
    ['my.db', ['--data', 'my.db', '--port', '99999']],
    ['my.db', ['--data', 'my.db', '--weather', 'bad']],
    ['rep.json', ['--compare-report', 'rep.json', '--weather', 'bad']],
    ['f.json', ['--fixtures', 'f.json'], { GATEWAY_SANDBOX_UNKNOWN: '1' }],
    ['my.db', ['--config', 'c.json']],
  ])('%s, with %j', async (name, flags, env = {}) => {
    const cwd = folderWith(name, 'content');
    writeFileSync(join(cwd, 'c.json'), '{"data":"my.db","unknown":1}');
    for (const detach of [[], ['--detach']]) {
      const started = await cliResult(['start', ...detach, ...flags, '--log-file', name], { cwd, env });
      expect(started).toMatchObject({ code: 2, stderr: expect.stringMatching(/./) });
      expect(readFileSync(join(cwd, name), 'utf8')).toBe('content');
    }
  });
});

describe('A report never replaces a file that the sandbox uses', () => {
  const name = 'gateway-sandbox.config.json';
  const compare = ['compare', '--base-url', 'http://127.0.0.1:9', '--api-key', 'k', '--access-token', 't'];
  it.each([
    [['audit', '--order-url', 'http://127.0.0.1:9', '--junit', name], 'the config file', 'report'],
    [['rehearse', '--junit', name], 'the config file', 'report'],
    [['rehearse', '--config', name, '--junit', 'my.db'], 'part of the data file .*my.db', 'report'],
    [[...compare, '--html', name], 'the config file', 'page'],
    [[...compare, '--report', name], 'the config file', 'report'],
    [[...compare, '--html', 'rep.json'], 'the report of compare', 'page'],
    [[...compare, '--report', 'r.json', '--html', './r.json'], 'the file of --report', 'page'],
  ])('%j', async (args, what, use) => {
    const config = '{"data":"my.db","compare_report":"rep.json"}';
    const cwd = folderWith(name, config);
    const { code, stdout, stderr } = await cliResult(args, { cwd, env: noSandbox });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^--\\w+ \\S+ is ${what}\\. Name another file for the ${use}\\.\n$`));
    expect(readFileSync(join(cwd, name), 'utf8')).toBe(config);
  });
});
