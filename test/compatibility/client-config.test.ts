import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { describe, expect, it } from 'vitest';
import { readConfigFile, withClient, writeClient } from '../../src/cli/client-config.ts';
import { testFolder } from '../support/data-file.ts';

const clientConfig = join(import.meta.dirname, '../../src/cli/client-config.ts');

function file(content?: string | Uint8Array): string {
  const path = join(testFolder(), 'sandbox.json');
  if (content !== undefined) writeFileSync(path, content);
  return path;
}

const client = {
  names: { aggregator: 'acme_agg', cardgw: 'acme_card' },
  settings: { aggregator: { method_field: 'payment_method' } },
};

describe('What a client needs is written into the config file', () => {
  it('where there is none yet', () => {
    const path = file();
    writeClient(readConfigFile(path), client);
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(client, null, 2)}\n`);
  });

  it('beside all that is there, and instead of a name that means another gateway by now', () => {
    const path = file('\uFEFF{ "names": {"aggregator": "acme_card", "method_1": "cash"}, "port": 0 }');
    const config = readConfigFile(path);
    const whole = {
      names: { method_1: 'cash', ...client.names },
      port: 0,
      settings: client.settings,
    };
    expect(withClient(config, client)).toEqual(whole);
    writeClient(config, client);
    const written = readFileSync(path, 'utf8');
    expect([written[0], JSON.parse(written.slice(1))]).toEqual(['\uFEFF', whole]);
  });

  it.each([
    ['UTF-16, as PowerShell 5 writes it', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 in the other byte order', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('in the encoding of the file: %s', (_what, encoded) => {
    const path = file(encoded('{ "port": 0 }'));
    writeClient(readConfigFile(path), { settings: { strict: true } });
    expect(readFileSync(path).equals(encoded('{ "port": 0, "settings": { "strict": true } }'))).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('or nothing is changed, when the disk is full', () => {
    const content = JSON.stringify({ $comment: 'x'.repeat(4030), port: 0 });
    const path = file(content);
    const script = `
      import { readConfigFile, writeClient } from ${JSON.stringify(clientConfig)};
      process.on('SIGXFSZ', () => undefined);
      writeClient(readConfigFile(${JSON.stringify(path)}), ${JSON.stringify(client)});`;
    const command = 'ulimit -f 4; exec "$0" --input-type=module -e "$1"';
    const { stderr, status } = spawnSync('bash', ['-c', command, execPath, script], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${path} cannot be written: EFBIG`)]);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  it('through a symbolic link, which stays one', () => {
    const path = file('{ "port": 0 }');
    const link = `${path}.link`;
    symlinkSync(path, link);
    writeClient(readConfigFile(link), client);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ port: 0, ...client });
  });

  it.skipIf(process.platform === 'win32')('and never waits for a named pipe or a device', () => {
    const path = file();
    execFileSync('mkfifo', [path]);
    expect(() => readConfigFile(path)).toThrow('it is a named pipe.');
    expect(() => readConfigFile('/dev/zero')).toThrow('it is larger than 64 MiB.');
  });

  it.each([
    ['a list', '[]', /does not hold a JSON object, so it was left as it is\.$/],
    [
      'another encoding',
      new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]),
      /cannot be read, so it was left as it is: it is not UTF-8\.$/,
    ],
    ['comments', '{ /* ours */ }', /is not valid JSON, so it was left as it is: /],
  ])('but not into %s', (_what, content, message) => {
    expect(() => readConfigFile(file(content))).toThrow(message);
  });

  it('but not where the file would be wrong then', () => {
    const path = file('{ "names": { "walletA": 5 } }');
    expect(() => writeClient(readConfigFile(path), client)).toThrow(
      /was left as it is, because it would be wrong: names\.walletA: /,
    );
    expect(readFileSync(path, 'utf8')).toBe('{ "names": { "walletA": 5 } }');
  });
});
