import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { commandLine } from '../../src/cli/program.ts';
import { controlOperations } from '../../src/control-api/operations.ts';
import { pages } from './pages.ts';

const program = commandLine();
const scripts = new Set(Object.keys(manifest.scripts));

test.each(pages)('%s: every command and flag that it names is there', (page) => {
  const text = readFileSync(page, 'utf8').replaceAll('\\\n', ' ');
  const calls = text.matchAll(/(?<=[`\s(])(?:npx )?gateway-sandbox +((?!is\b|has\b)[a-z][^`\n|&;)]*)/g);
  const wrong = [...calls].filter(([, call = '']) => {
    const [words = '', child] = call.trim().split(' -- ');
    return child === '' || unknownIn(program, words.split(/\s+/)).length > 0;
  });
  expect(wrong.map(([call]) => call)).toEqual([]);
});

test.each(pages)('%s: every call of the control API that it names is there', (page) => {
  const calls = readFileSync(page, 'utf8').matchAll(
    /`(GET|POST|PATCH|DELETE) (?:\/_sandbox\/api\/)?([a-z][^`?\s]*)[^`]*`/g,
  );
  const wrong = [...calls].filter(([, method = '', path = '']) => !isOperation(method, path));
  expect(wrong.map(([call]) => call)).toEqual([]);
});

test.each(pages)('%s: every script of package.json that it names is there', (page) => {
  const named = readFileSync(page, 'utf8').matchAll(/\bnpm run ([\w:-]+)/g);
  expect([...named].map(([, script]) => script).filter((script = '') => !scripts.has(script))).toEqual([]);
});

test('Each test that the reliability log names is there, and each fix has one', () => {
  const log = readFileSync('docs/contributing/reliability-log.md', 'utf8');
  const table = log.split('| held by |\n|---|---|---|---|\n')[1]?.split('\n\n')[0] ?? '';
  const held = table.split('\n').map(
    (row) =>
      row
        .split(' | ')
        .at(-1)
        ?.match(/[\w-]+\/[\w-]+/g) ?? ['none'],
  );
  const named = log.match(/\btest\/[\w./-]*\w/g) ?? [];
  const paths = [...named, ...held.flat().map((test) => `test/${test}.test.ts`)];
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

/** IDs appear in paths as `:id`, as placeholders, or as values. */
function isOperation(method: string, path: string): boolean {
  // It returns bytes, so it is a separate route.
  if (method === 'GET' && path === 'backup') return true;
  if (/^(GET snapshots\/[^/]+\/export|POST snapshots\/import)$/.test(`${method} ${path}`)) return true;
  return controlOperations.some(
    (operation) =>
      operation.method.toUpperCase() === method &&
      new RegExp(`^${operation.path.slice(1).replace(/:\w+/g, '[^/]+')}$`).test(path),
  );
}

/** The words of a call that name an unknown command or flag. */
function unknownIn(command: Command, [word = '', ...rest]: readonly string[]): string[] {
  const found = command.commands.find((each) => each.name() === word);
  if (found) return unknownIn(found, rest);
  if (command === program || isGroupWithout(command, word)) return [word];
  const flags = [word, ...rest]
    .filter((each) => /^--[a-z]/.test(each))
    .map((each) => each.split('=')[0] ?? '');
  return flags.filter((flag) => flag !== '--help' && !flagsOf(command).includes(flag));
}

/** A group that accepts only the names of its commands. */
function isGroupWithout({ commands, registeredArguments }: Command, word: string): boolean {
  return commands.length > 0 && registeredArguments.length === 0 && /^[a-z]/.test(word);
}

/** Its own flags and those of its group. */
function flagsOf(command: Command): (string | undefined)[] {
  const own = command.options.map(({ long }) => long);
  return command.parent && command.parent !== program ? [...own, ...flagsOf(command.parent)] : own;
}
