import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { getuid, platform } from 'node:process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fromUnpacked } from '../../src/binary/unpacked.ts';
import { testFolder } from '../support/data-file.ts';

const bytes = Buffer.from('a library');
const noexec = new Error('failed to map segment from shared object');
const dayMs = 24 * 60 * 60 * 1000;

function unpacked(name: string, content: Uint8Array, use = (file: string) => file): string {
  return fromUnpacked(name, content, use, (error) => error === noexec);
}

/** The two folders for the file. The second one is shared by all users. */
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

  it('instead of a link to a file, which is left as it is', () => {
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

  it('in the next folder where the disk of the first one does not allow programs', () => {
    const { own, shared } = places();
    const file = unpacked('a.node', bytes, (each) => {
      if (each.startsWith(own)) throw noexec;
      return each;
    });
    expect(dirname(file)).toBe(shared);
  });

  it('only once where it is refused for another reason', () => {
    const { shared } = places();
    const tooOld = new Error("version `GLIBC_2.34' not found");
    const refuse = () => {
      throw tooOld;
    };
    expect(() => unpacked('a.node', bytes, refuse)).toThrow(tooOld);
    expect(existsSync(shared)).toBe(false);
  });

  it.runIf(platform === 'linux')(
    'elsewhere when the cache is in a place where nothing can be created',
    () => {
      const { shared } = places();
      vi.stubEnv('XDG_CACHE_HOME', '/proc/none');
      expect(dirname(unpacked('a.node', bytes))).toBe(shared);
    },
  );
});

describe('Files of older versions', () => {
  it('are removed 30 days after their last use, when a new version unpacks its own', () => {
    const { own } = places();
    const [old, recent, used] = ['old', 'recent', 'used'].map((text) =>
      unpacked('a.node', Buffer.from(text)),
    );
    const draft = `${recent}.8b8f5e2e-0000-4000-8000-000000000000`;
    const stranger = join(own, 'notes.node');
    for (const file of [draft, stranger]) writeFileSync(file, '');
    for (const file of [old, used, draft, stranger]) age(file, 40);
    age(recent, 20);
    unpacked('a.node', Buffer.from('used'));
    const current = unpacked('a.node', bytes);
    expect(readdirSync(own).toSorted()).toEqual(
      [recent, used, stranger, current].map((file = '') => basename(file)).toSorted(),
    );
  });
});

function age(file: string | undefined, days: number): void {
  const at = (Date.now() - days * dayMs) / 1000;
  utimesSync(file ?? '', at, at);
}
