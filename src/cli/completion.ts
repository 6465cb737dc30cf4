import type { Command } from 'commander';
import { type Place, placesOf, type Word } from './completion-words.ts';
import { write } from './print.ts';
import type { Shell } from './shells.ts';

/** Prints the completion script for a shell. */
export function completion(shell: Shell, program: Command): void {
  write(scripts[shell](placesOf(program)));
}

const scripts: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash,
  zsh,
  fish,
  powershell,
};

const name = 'gateway-sandbox';

function bash(places: readonly Place[]): string {
  return `# Add to ~/.bashrc: eval "$(${name} completion bash)"
_gateway_sandbox() {
  local cur=\${COMP_WORDS[COMP_CWORD]-} prev=\${COMP_WORDS[COMP_CWORD-1]-} at= words= flag= head= i
  COMPREPLY=()
  # "--weather=storm" is three words, unless COMP_WORDBREAKS was changed.
  case "$cur" in
    =) cur= flag=$prev ;;
    --*=*) flag=\${cur%%=*} head=$flag= cur=\${cur#*=} ;;
    *) [[ $prev == = ]] && flag=\${COMP_WORDS[COMP_CWORD-2]-} ;;
  esac
  prev=\${flag:-$prev}
  for ((i = 1; i < COMP_CWORD; i++)); do
    # What follows is a command of its own.
    [[ \${COMP_WORDS[i]} == -- ]] && return 0
    case "$at/\${COMP_WORDS[i]}" in
      ${steps(places, '|')}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at/$prev" in
${cases(values(places), ([key, all]) => `    ${quoted(key)}) words=${quoted(all.join(' '))} ;;`)}
    ${freeValues(places, '|')}) return ;;
    *) [[ -n $flag ]] && return 0
    case "$at" in
${cases(places, (place) => `      ${quoted(place.path)}) words=${quoted(wordsOf(place).join(' '))} ;;`)}
    esac ;;
  esac
  COMPREPLY=($(compgen -P "$head" -W "$words" -- "$cur"))
  # Behind "otp.policy=" no space.
  [[ \${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -o default -F _gateway_sandbox ${name}
`;
}

function zsh(places: readonly Place[]): string {
  // Behind "otp.policy=" no space.
  const noSpace = (all: readonly string[]) => (all.every((each) => each.endsWith('=')) ? "-S '' " : '');
  const described = ({ word, help }: Word) => quoted(help === '' ? word : `${word}:${help}`);
  return `#compdef ${name}
# Add to ~/.zshrc, behind compinit: eval "$(${name} completion zsh)"
_gateway_sandbox() {
  local at='' flag='' prev="$words[CURRENT-1]" i
  local -a list
  for ((i = 2; i < CURRENT; i++)); do
    # What follows is a command of its own.
    if [[ "$words[i]" == -- ]]; then
      shift $i words
      ((CURRENT -= i))
      _normal
      return
    fi
    case "$at/$words[i]" in
      ${steps(places, '|')}) at="\${at:+$at }$words[i]" ;;
    esac
  done
  # "--weather=storm" is one word.
  if [[ "$words[CURRENT]" == --*=* ]]; then
    flag="\${words[CURRENT]%%=*}" prev="\${words[CURRENT]%%=*}"
    compset -P 1 '*='
  fi
  case "$at/$prev" in
${cases(values(places), ([key, all]) => `    ${quoted(key)}) compadd ${noSpace(all)}-- ${all.map(quoted).join(' ')}; return ;;`)}
    ${freeValues(places, '|')}) _files; return ;;
  esac
  [[ -n "$flag" ]] && return 1
  case "$at" in
${cases(places, (place) => `    ${quoted(place.path)}) list=(${[...place.words, ...place.flags].map(described).join(' ')}) ;;`)}
  esac
  _describe '${name}' list || _files
}
compdef _gateway_sandbox ${name}
`;
}

function fish(places: readonly Place[]): string {
  const text = (each: string) => `'${each.replace(/[\\']/g, '\\$&')}'`;
  const line = (path: string, rest: string) =>
    `complete -c ${name} -n ${text(`__gateway_sandbox_at ${text(path)}`)} ${rest}`;
  const lines = places.flatMap(({ path, words, flags }) => [
    ...words.map(({ word, help }) => line(path, `-f -a ${text(word)} -d ${text(help)}`)),
    ...flags.map(({ word, help, values: all }) => {
      const value = all === undefined ? '' : all.length > 0 ? ` -x -a ${text(all.join(' '))}` : ' -r';
      return line(path, `-l ${word.slice(2)}${value} -d ${text(help)}`);
    }),
  ]);
  return `# Add to ~/.config/fish/config.fish: ${name} completion fish | source
function __gateway_sandbox_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at/$word"
      case ${steps(places, ' ')}
        set at (string trim "$at $word")
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function powershell(places: readonly Place[]): string {
  const text = (each: string) => `'${each.replaceAll("'", "''")}'`;
  const list = (all: readonly string[]) => `@(${all.map(text).join(', ')})`;
  const entries = [
    ...values(places),
    // No words to offer, so PowerShell completes file names instead.
    ...freeFlags(places).map((key) => [key, []] as const),
    ...places.map((each) => [each.path, wordsOf(each)] as const),
  ];
  return `# Add to $PROFILE: ${name} completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName ${text(name)} -ScriptBlock {
  param($word, $ast, $position)
  $all = @{
${entries.map(([key, all]) => `    ${text(key)} = ${list(all)}`).join('\n')}
  }
  $at = ''
  $previous = ''
  foreach ($element in $ast.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $position -and $word -ne '') { continue }
    $previous = $element.ToString()
    $next = "$at $previous".Trim()
    if ($all.ContainsKey($next)) { $at = $next }
  }
  $words = $all["$at/$previous"]
  if ($null -eq $words) { $words = $all[$at] }
  $words | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

/** The values of each flag that has fixed ones, by command and flag. */
function values(places: readonly Place[]): (readonly [key: string, values: readonly string[]])[] {
  return places.flatMap(({ path, flags }) =>
    flags.flatMap(({ word, values: all = [] }) =>
      all.length > 0 ? [[`${path}/${word}`, all] as const] : [],
    ),
  );
}

function freeValues(places: readonly Place[], between: string): string {
  return freeFlags(places).map(quoted).join(between);
}

/** Flags that accept any value, such as a file. */
function freeFlags(places: readonly Place[]): string[] {
  return places.flatMap(({ path, flags }) =>
    flags.filter((each) => each.values?.length === 0).map(({ word }) => `${path}/${word}`),
  );
}

/** Every pair of a command and its subcommand. */
function steps(places: readonly Place[], between: string): string {
  const names = places.filter(({ path }) => path !== '').map(({ path }) => path.split(' '));
  return names.map((path) => quoted(`${path.slice(0, -1).join(' ')}/${path.at(-1)}`)).join(between);
}

function wordsOf({ words, flags }: Place): string[] {
  return [...words, ...flags].map(({ word }) => word);
}

function cases<Each>(all: readonly Each[], line: (each: Each) => string): string {
  return all.map(line).join('\n');
}

/** Single-quoted for bash and zsh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
