import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { blocksOf } from '../support/doc-blocks.ts';

const root = join(import.meta.dirname, '../..');

interface Job {
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly include: readonly { readonly name: string }[] } };
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}

describe('The workflows', () => {
  test('CI runs what the README tells a newcomer to', () => {
    const [block] = blocksOf('README.md').filter(({ heading }) => heading === 'Test');
    expect(commandsOf(jobs('ci').test)).toContain(block?.code.trim());
  });

  test('a release is tested, then built for every platform, then published: a draft until all of it worked', () => {
    const { test: tested, draft, executables, publish, release } = jobs('release');
    expect(commandsOf(tested)).toEqual(
      expect.arrayContaining(['npm ci', 'npm run test:all', 'npm run check']),
    );
    expect([draft, executables, publish, release].map((job) => job?.needs)).toEqual([
      'test',
      'draft',
      'executables',
      'publish',
    ]);
    expect(commandsOf(draft).join()).toContain('--draft');
    expect(commandsOf(release).at(-1)).toContain('--draft=false');
  });

  test('the package is published by the run itself and with provenance, unless the first release put it there', () => {
    const { publish } = jobs('release');
    expect(commandsOf(publish).at(-1)).toMatch(
      /npm view .* \|\|\s+npx --yes npm@11\S+ publish --provenance /,
    );
    expect(publish?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')).not.toContain('secrets.');
  });

  test('a release has checksums of all its files, an SBOM, and provenance for the executables', () => {
    const { executables, release } = jobs('release');
    expect(executables?.steps.some(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'))).toBe(
      true,
    );
    const commands = commandsOf(release).join('\n');
    for (const part of [
      'npm pack',
      'npm sbom',
      'sha256sum * >SHA256SUMS',
      'upload "$GITHUB_REF_NAME" SHA256SUMS sbom.cdx.json',
    ])
      expect(commands).toContain(part);
  });

  test('the executables are those of every platform that better-sqlite3 has a binary for, but musl', () => {
    const { executables } = jobs('release');
    const built = executables?.strategy?.matrix.include.map(({ name }) => name);
    const there = readdirSync(join(root, 'node_modules/better-sqlite3/prebuilds'))
      .map((name) => name.replace('.node', ''))
      .filter((name) => !name.startsWith('linuxmusl'));
    expect(built?.toSorted()).toEqual(there.toSorted());
  });

  test.each(globSync('.github/workflows/*.yml', { cwd: root }))(
    '%s: every action is named by its commit, for a tag can be moved',
    (file) => {
      const used = Object.values(documentOf(file).jobs).flatMap(({ steps }) =>
        steps.flatMap(({ uses }) => uses ?? []),
      );
      expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
    },
  );

  test.each(globSync('.github/workflows/*.yml', { cwd: root }))(
    '%s: every script that it runs is there',
    (file) => {
      const all = Object.values(documentOf(file).jobs).flatMap(commandsOf).join('\n');
      // npm has validated the file.
      const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
      const named = [...all.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
      expect(named.filter((name) => !(name in scripts))).toEqual([]);
      const files = [...all.matchAll(/\bnode (scripts\/\S+)/g)].map(([, path = '']) => path);
      expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    },
  );
});

function jobs(name: string): Readonly<Record<string, Job>> {
  return documentOf(`.github/workflows/${name}.yml`).jobs;
}

function documentOf(path: string): { readonly jobs: Readonly<Record<string, Job>> } {
  // GitHub's documented format. A different one fails the tests.
  return parse(readFileSync(join(root, path), 'utf8')) as { jobs: Record<string, Job> };
}

function commandsOf(job: Job | undefined): string[] {
  return (job?.steps ?? []).flatMap(({ run }) => run ?? []);
}
