import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { UserError } from '../../src/host/user-error.ts';

const sources = join(import.meta.dirname, '../../src');

describe('UserError', () => {
  test('a wrong flag, variable or config member ends a command with 2, an unreadable file with 1', () => {
    expect(new ConfigError('--port must be a whole number.').exitCode).toBe(2);
    expect(new ConfigError('GATEWAY_SANDBOX_PORT: …', { variable: 'GATEWAY_SANDBOX_PORT' }).exitCode).toBe(2);
    expect(new ConfigError('The config file x cannot be read: EACCES', { isUsage: false }).exitCode).toBe(1);
  });

  test('its kinds are told apart by their class, never by their name', () => {
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const texts = files.map((file) => [file, readFileSync(join(sources, file), 'utf8')] as const);
    const kinds = texts.flatMap(([, text]) =>
      [...text.matchAll(/class (\w+) extends UserError/g)].map(([, name = '']) => name),
    );
    expect(kinds).toEqual(
      expect.arrayContaining(['ConfigError', 'DataFileError', 'TlsError', 'CommandFailed']),
    );
    const byName = new RegExp(`\\.name [!=]== '(?:${kinds.join('|')})'`);
    expect(texts.flatMap(([file, text]) => (byName.test(text) ? [file] : []))).toEqual([]);
    expect(new ConfigError('x')).toBeInstanceOf(UserError);
  });
});
