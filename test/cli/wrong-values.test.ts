import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { checkedConfig, configJsonSchema } from '../../src/config/config-schema.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { variableOf } from '../../src/config/member-values.ts';
import type { Shape } from '../../src/settings/value-words.ts';

interface Leaf {
  readonly path: readonly string[];
  readonly words: readonly string[];
}

// Every refusal comes before a file in it is read.
const cwd = import.meta.dirname;
// `Shape` covers everything that zod generates for a member.
const leaves = leavesOf(configJsonSchema() as Shape, []).filter(({ path }) => !/^\$/.test(path[0] ?? ''));
const named = leaves.map((leaf): [string, Leaf] => [leaf.path.join('.'), leaf]);
const worded = named.filter(([, { words }]) => words.length > 0);

describe('A value of the wrong kind is refused in one sentence that begins with its member', () => {
  it.each(named)('%s', async (_name, { path }) => {
    for (const wrong of [
      [5],
      { zzzzzz: {} },
      -1.5,
      Number.NaN,
      '\u0000',
      [null],
      1e300,
      `${'x'.repeat(99_999)} `,
    ])
      refusalOf(path, wrong);
  });
});

describe('A word that is not allowed is refused with all that are, and the nearest', () => {
  it.each(worded)('%s', (_name, { path, words }) => {
    for (const word of words) {
      const refused = refusalOf(path, `${word}x`);
      expect(refused?.message).toContain(
        `must be one of ${words.join(', ')}, not ${JSON.stringify(`${word}x`)}.`,
      );
      expect(refused?.message).toContain(`Did you mean "${word}"?`);
    }
  });

  it('which covers the settings that take words', () => expect(worded.length).toBeGreaterThan(15));
});

describe('A near name is refused, and the right one is named', () => {
  it.each(named)('%s', (_name, { path }) => {
    const last = path.at(-1) ?? '';
    const refused = refusalOf([...path.slice(0, -1), `${last}x`], 1);
    expect(refused?.message).toMatch(new RegExp(`${last}x"\\. Did you mean "${last}"\\?$`));
  });
});

describe('A wrong word in a flag or a variable is wrong usage', () => {
  it.each(worded)('%s', async (name, { path, words }) => {
    const [member = '', ...rest] = path;
    const typo = `${words[0]}x`;
    const hint = `Did you mean "${words[0]}"?`;
    const isSetting = member === 'settings';
    const flags = isSetting ? { settings: [`${rest.join('.')}=${typo}`] } : { [member]: typo };
    const variable = variableOf(member) ?? '';
    const value = isSetting ? JSON.stringify(nested(rest, typo)) : typo;
    for (const [given, env] of [
      [flags, {}],
      [{}, { [variable]: value }],
    ] as const) {
      const refused = loadConfig(given, env, cwd);
      await expect(refused, name).rejects.toMatchObject({ exitCode: 2 });
      await expect(refused, name).rejects.toThrow(hint);
    }
  });
});

/** The refusal of a config file with this member. Undefined if the member takes the value. */
function refusalOf(path: readonly string[], value: unknown): ConfigError | undefined {
  try {
    checkedConfig(nested(path, value), cwd);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).toMatch(/^[\x20-\x7e…“”’]{1,600}[.?']$/);
    expect(error.message).toContain(path.at(-1));
    expect(error.message).not.toMatch(/undefined|\[object|Invalid (?:input|option)|expected .* received/);
    return error;
  }
}

function nested(path: readonly string[], value: unknown): Record<string, unknown> {
  const [first = '', ...rest] = path;
  return { [first]: rest.length === 0 ? value : nested(rest, value) };
}

function leavesOf(shape: Shape, path: readonly string[]): Leaf[] {
  const inside = Object.entries(shape.properties ?? {});
  if (inside.length > 0) return inside.flatMap(([name, each]) => leavesOf(each, [...path, name]));
  const texts = [shape, ...(shape.anyOf ?? [])]
    .flatMap((each) => each.enum ?? [])
    .filter((each) => typeof each === 'string');
  const isOnly = shape.enum !== undefined;
  return [{ path, words: isOnly ? texts : [] }];
}
