// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shells read them
import { describe, expect, it } from 'vitest';
import { inOrder, isThere, offered } from '../support/shells.ts';

/** With the value in the same word. Behind an `=` that is no flag's, nothing is known. */
const joined: readonly (readonly [typed: string, offered: string])[] = [
  ['gateway-sandbox --weather=s', 'storm'],
  ['gateway-sandbox start --profile=', 'compatible documented observed'],
];

describe.runIf(isThere('bash'))('completion bash', () => {
  it('offers values behind --flag=, however bash splits it', async () => {
    const offer = (words: string) => `COMP_WORDS=(${words}); offer`;
    const lines = await offered('bash', (file) => [
      `source ${file}`,
      'offer() { COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _gateway_sandbox; echo "${COMPREPLY[@]:-none}"; }',
      ...joined.flatMap(([typed]) => [offer(typed.replace('=', ' = ')), offer(typed)]),
      offer('gateway-sandbox start --set otp.policy ='),
      offer('gateway-sandbox start --set otp.policy = f'),
      offer('gateway-sandbox start --config = x'),
    ]);
    const whole = joined.flatMap(([typed, words]) => {
      const flag = typed.replace(/^.* |[^=]*$/g, '');
      return [words, words.replaceAll(/\S+/g, (word) => `${flag}${word}`)];
    });
    expect(lines.map(inOrder)).toEqual([...whole, 'none', 'none', 'none']);
  });

  it('leaves the words behind -- to the shell, and takes set -u', async () => {
    const lines = await offered('bash', (file) => [
      'set -u',
      `source ${file}`,
      'offer() { COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _gateway_sandbox; echo "${#COMPREPLY[@]}"; }',
      'COMP_WORDS=(gateway-sandbox exec -- ls ""); offer',
      'COMP_WORDS=(gateway-sandbox exec --set otp.policy = fixed -- ls --); offer',
      'COMP_WORDS=(gateway-sandbox xyz); offer',
    ]);
    expect(lines).toEqual(['0', '0', '0']);
  });
});

it.runIf(isThere('zsh'))(
  'completion zsh offers values and files behind --flag=, and no own flags behind --',
  async () => {
    const lines = await offered('zsh', (file) => [
      'autoload -Uz compinit; compinit -u -D',
      `source ${file}`,
      'compadd() { print -r -- "$@"; }',
      'compset() { words[CURRENT]="${words[CURRENT]#*=}"; }',
      '_describe() { print -r -- described; }',
      '_files() { print -r -- "files $words[CURRENT]"; }',
      '_normal() { print -r -- "normal $CURRENT: $words"; }',
      'offer() { words=("${@}"); CURRENT=$#words; _gateway_sandbox; }',
      'offer gateway-sandbox start --weather=s',
      'offer gateway-sandbox --config=a/b',
      'offer gateway-sandbox exec --set x',
      'offer gateway-sandbox exec --set a=b -- ls ""',
    ]);
    expect(lines).toEqual([
      '-- calm rainy storm',
      'files a/b',
      expect.stringMatching(/^-S {2}-- profile= /),
      'normal 2: ls',
    ]);
  },
);
