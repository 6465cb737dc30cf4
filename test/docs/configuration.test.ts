import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { fileMembers, variables } from '../../src/config/member-values.ts';
import { errorMessage } from '../../src/host/errors.ts';
import { defaultSettings, patchOf, settingEntries } from '../../src/settings/settings.ts';
import { changedSettings } from '../../src/settings/settings-change.ts';
import { pages } from './pages.ts';

const reference = readFileSync('docs/reference/config.md', 'utf8');
const named = new Set(
  pages.flatMap((page) => readFileSync(page, 'utf8').match(/\bGATEWAY_SANDBOX_[A-Z_]*[A-Z]\b/g) ?? []),
);
/** Only commands read the URL, so it isn't a member of the config file. */
const withoutMember = ['GATEWAY_SANDBOX_URL'];

describe('Every variable', () => {
  test.each([...named].toSorted())('%s, which a page names, is one that the program takes', async (name) => {
    const nowhere = join(import.meta.dirname, 'nowhere');
    const error = await loadConfig({}, { [name]: '?' }, nowhere).then(() => undefined, errorMessage);
    expect(error ?? '').not.toContain('is unknown');
  });

  test('that the program takes is in the reference, and none besides', () => {
    const inReference = [...named].filter((name) => reference.includes(`\`${name}\``));
    const taken = [...Object.keys(variables), ...withoutMember];
    expect(inReference.toSorted()).toEqual(taken.toSorted());
  });
});

describe('Every member of the config file', () => {
  test('is in the reference, and none besides', () => {
    expect(rowsUnder('Members').map(([name]) => name)).toEqual(fileMembers.map(([name]) => name));
  });

  test('of its settings is in the reference with a default that is accepted, and none besides', () => {
    const rows = rowsUnder('Settings');
    expect(rows.map(([name]) => name).toSorted()).toEqual(settingEntries.map(([name]) => name).toSorted());
    for (const [name = '', , usual = ''] of rows) {
      const patch = patchOf(name, JSON.parse(usual));
      expect(changedSettings(defaultSettings('observed'), patch), name).toEqual(defaultSettings('observed'));
    }
  });
});

/** The table cells under a heading of the reference, without markup. */
function rowsUnder(heading: string): string[][] {
  const [, text = ''] = new RegExp(`^## ${heading}$(.*?)(?=^## )`, 'ms').exec(reference) ?? [];
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`|`$/g, '')),
  );
}
