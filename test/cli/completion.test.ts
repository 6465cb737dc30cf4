// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shells read them
import { describe, expect, it } from 'vitest';
import { placesOf } from '../../src/cli/completion-words.ts';
import { commandLine } from '../../src/cli/program.ts';
import { cliResult } from '../support/cli.ts';
import { inOrder, isThere, offered } from '../support/shells.ts';

/** The typed text, and the expected suggestions. */
const offers: readonly (readonly [typed: string, offered: string])[] = [
  ['gateway-sandbox st', 'start stop'],
  ['gateway-sandbox checkouts a', 'approve'],
  ['gateway-sandbox --profile c', 'compatible'],
  ['gateway-sandbox transactions --status c', 'canceled completed'],
  ['gateway-sandbox checkouts approve x --tam', '--tamper'],
  ['gateway-sandbox checkouts approve --url http://x --order r', 'return-first return-only'],
  ['gateway-sandbox pay ca', 'cardgw'],
  ['gateway-sandbox pay cardgw --outcome c', 'canceled'],
  ['gateway-sandbox start --weather s', 'storm'],
  ['gateway-sandbox faults add --body j', 'json'],
  ['gateway-sandbox settings otp.p', 'otp.policy'],
  ['gateway-sandbox start --set otp.po', 'otp.policy='],
  ['gateway-sandbox completion z', 'zsh'],
  ['gateway-sandbox accounts renew demo s', 'secret_key'],
  ['gateway-sandbox fault', 'faults'],
];

describe.runIf(isThere('bash'))('completion bash', () => {
  it('offers commands, flags and values', async () => {
    const lines = await offered('bash', (file) => [
      `source ${file}`,
      'offer() { COMP_WORDS=($1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _gateway_sandbox; echo "${COMPREPLY[@]}"; }',
      ...offers.map(([typed]) => `offer '${typed}'`),
    ]);
    expect(lines.map(inOrder)).toEqual(offers.map(([, words]) => words));
  });

  it('leaves files to the shell behind a flag that takes any value', async () => {
    const lines = await offered('bash', (file) => [
      `source ${file}`,
      'COMP_WORDS=(gateway-sandbox start --config x); COMP_CWORD=3; _gateway_sandbox; echo "${#COMPREPLY[@]}"',
      'complete -p gateway-sandbox',
    ]);
    expect(lines).toEqual(['0', 'complete -o default -F _gateway_sandbox gateway-sandbox']);
  });
});

it.runIf(isThere('fish'))('completion fish offers the same', async () => {
  const lines = await offered('fish', (file) => [
    `source ${file}`,
    ...offers.map(([typed]) => `complete -C '${typed}' | cut -f1 | string join ' '`),
  ]);
  expect(lines.map(inOrder)).toEqual(offers.map(([, words]) => words));
});

it.runIf(isThere('zsh'))('completion zsh offers the same', async () => {
  const lines = await offered('zsh', (file) => [
    'autoload -Uz compinit; compinit -u -D',
    `source ${file}`,
    'compadd() { while [[ $1 != -- ]]; do shift; done; print -r -- "${@:2}"; }',
    '_describe() { print -r -- "${(@)${(@P)2}%%:*}"; }',
    'offer() { words=(${=1}); CURRENT=$#words; _gateway_sandbox; }',
    ...offers.map(([typed]) => `offer '${typed}'`),
  ]);
  // zsh itself removes suggestions that do not match the typed text.
  const fitting = lines.map((line, at) => {
    const typed = offers[at]?.[0].split(' ').at(-1) ?? '';
    return inOrder(
      line
        .split(' ')
        .filter((word) => word.startsWith(typed))
        .join(' '),
    );
  });
  expect(fitting).toEqual(offers.map(([, words]) => words));
});

describe('completion', () => {
  it('powershell gets a table of all places, each once', async () => {
    const { stdout } = await cliResult(['completion', 'powershell']);
    const keys = [...stdout.matchAll(/^ {4}'([^']*)' = @\(/gm)].map(([, key = '']) => key.toLowerCase());
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(expect.arrayContaining(placesOf(commandLine()).map(({ path }) => path)));
  });

  it('powershell finds the same offers in its table, and none behind a flag that takes any value', async () => {
    const table = tableOf((await cliResult(['completion', 'powershell'])).stdout);
    const found = offers.map(([typed]) => foundInTable(table, typed).join(' '));
    expect(found.map(inOrder)).toEqual(offers.map(([, words]) => words));
    expect(foundInTable(table, 'gateway-sandbox --config x')).toEqual([]);
    expect(table.get('/--config')).toEqual([]);
  });

  it('offers nothing that is hidden', () => {
    const words = placesOf(commandLine()).flatMap((place) => [...place.words, ...place.flags]);
    expect(words.map(({ word }) => word)).not.toContain('--detached');
    expect(placesOf(commandLine()).map(({ path }) => path)).not.toContain('faults list');
  });

  it('another shell is wrong usage', async () => {
    const { code, stdout, stderr } = await cliResult(['completion', 'tcsh']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(
      "'tcsh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish, powershell.",
    );
  });
});

/** The hash table in the PowerShell script. PowerShell isn't installed where the tests run. */
function tableOf(script: string): ReadonlyMap<string, readonly string[]> {
  const entries = [...script.matchAll(/^ {4}'([^']*)' = @\((.*)\)$/gm)];
  return new Map(entries.map(([, key = '', list = '']) => [key, list.match(/[^', ][^']*(?=')/g) ?? []]));
}

/** Looks words up in the table as the script does. */
function foundInTable(table: ReadonlyMap<string, readonly string[]>, typed: string): string[] {
  const before = typed.split(' ').slice(1);
  const word = before.pop() ?? '';
  let at = '';
  for (const each of before) if (table.has(`${at} ${each}`.trim())) at = `${at} ${each}`.trim();
  const words = table.get(`${at}/${before.at(-1) ?? ''}`) ?? table.get(at) ?? [];
  return words.filter((each) => each.startsWith(word));
}
