import {
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { getuid } from 'node:process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { unpacked } from '../../src/binary/unpacked.ts';
import { testFolder } from '../support/data-file.ts';

const bytes = Buffer.from('a library');

/** Where the two folders are that may take it, the second one among everybody's. */
function places(): { readonly own: string; readonly shared: string } {
  const [cache, temporary] = [testFolder(), testFolder()];
  vi.stubEnv('XDG_CACHE_HOME', cache);
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { own: join(cache, 'gateway-sandbox'), shared: join(temporary, `gateway-sandbox-${getuid?.()}`) };
}

describe('A library is unpacked', () => {
  it('where its user alone can write, under a name made of its bytes', () => {
    const { own } = places();
    const file = unpacked('a.node', bytes);
    expect([dirname(file), readFileSync(file).equals(bytes)]).toEqual([own, true]);
    expect(readdirSync(own)).toEqual([expect.stringMatching(/^a-[0-9a-f]{16}\.node$/)]);
    expect(unpacked('a.node', Buffer.from('another'))).not.toBe(file);
  });

  it('not behind a link, which somebody else may have put there', () => {
    const { own, shared } = places();
    const elsewhere = testFolder();
    symlinkSync(elsewhere, own);
    expect(dirname(unpacked('a.node', bytes))).toBe(shared);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('in the place of a link to a file, which is left as it is', () => {
    places();
    const file = unpacked('a.node', bytes);
    const stranger = join(testFolder(), 'stranger');
    writeFileSync(stranger, 'theirs');
    rmSync(file);
    symlinkSync(stranger, file);
    expect(unpacked('a.node', bytes)).toBe(file);
    expect([lstatSync(file).isFile(), readFileSync(stranger, 'utf8')]).toEqual([true, 'theirs']);
  });

  it.runIf(getuid?.() === 0)('not in a folder of another user', () => {
    const { own, shared } = places();
    mkdirSync(own, { mode: 0o700 });
    chownSync(own, 10_001, 10_001);
    expect(dirname(unpacked('a.node', bytes))).toBe(shared);
    expect(readdirSync(own)).toEqual([]);
  });
});
