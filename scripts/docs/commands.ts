import type { Argument, Command, Option } from 'commander';
import { commandLine } from '../../src/cli/program.ts';
import { commandExamples, forExamples } from './command-examples.ts';
import { anchor, code, generated, sentence, table } from './markdown.ts';

/** Common to all commands that talk to a running sandbox, so listed only once. */
const shared = new Set(['--url', '--json', '--token']);

const exitCodes = [
  ['0', 'done'],
  ['1', 'failed: a message on stderr says why, and what to do; a full disk counts too'],
  [
    '2',
    'wrong usage: an unknown or wrong command, flag, `GATEWAY_SANDBOX_*` variable or config file member, with the nearest known one',
  ],
  ['141', 'the output was closed before everything was printed, as `head` does'],
  [
    'any',
    '`exec` exits with the code of its command: 128 plus the signal number if a signal ended it, 127 if it was not found, 126 if it cannot be run',
  ],
];

/** docs/reference/commands.md, from commander's data. */
export function commandsPage(): string {
  const commands = commandLine().commands;
  return `# Commands

\`npx gateway-sandbox\` alone means \`start\`. The other commands talk to a running sandbox, start a temporary one, or need none.
\`gateway-sandbox COMMAND --help\` prints the same information.

${generated}

${table(
  ['command', 'does'],
  commands.map((each) => [`[${code(each.name())}](#${anchor(each.name())})`, each.description()]),
)}

## Exit codes

${table(['code', 'means'], exitCodes)}

## Shared flags

Commands marked with ● talk to a running sandbox through [the control API](control-api.md), and also accept these flags:

${table(
  ['flag', 'does', 'default'],
  [
    [
      '`--url <url>`',
      'The address of the sandbox.',
      '`GATEWAY_SANDBOX_URL`, else where `start` would serve in this folder and environment: scheme, host and port of its variables and config file, or `http://127.0.0.1:4700`',
    ],
    [
      '`--token <token>`',
      'The token that it printed at start, if other machines can connect to it.',
      '`GATEWAY_SANDBOX_TOKEN`',
    ],
    ['`--json`', 'Prints the control API’s own answer.', ''],
  ],
)}

## Examples

Each command has an example. The examples run in sequence, and use these two functions (bash):

${shell(forExamples)}

${commands.map((each) => section(each)).join('\n\n')}
`;
}

function section(command: Command): string {
  const subcommands = documented(command).map((each) =>
    part(each, `${command.name()} ${each.name()}`, '###'),
  );
  const example = commandExamples[command.name()];
  return [
    part(command, command.name(), '##'),
    ...(example ? [shell(example.join('\n'))] : []),
    ...subcommands,
  ].join('\n\n');
}

/** Its subcommands, without former names, which are hidden. */
export function documented(command: Command): readonly Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help');
}

function shell(text: string): string {
  return `\`\`\`sh\n${text}\n\`\`\``;
}

function part(command: Command, name: string, level: string): string {
  const usage = ['gateway-sandbox', name, ...command.registeredArguments.map(placeholder)].join(' ');
  const options = command.options.filter(
    ({ long, hidden }) => !(hidden || (talks(command) && shared.has(long ?? ''))),
  );
  const parts = [
    `${level} ${name}`,
    `${sentence(command.description())}${talks(command) || (command.parent && talks(command.parent)) ? ' ●' : ''}`,
    code(options.length > 0 ? `${usage} [flags]` : usage),
    ...(command.registeredArguments.some(({ description }) => description)
      ? [table(['argument', 'is'], command.registeredArguments.map(argumentRow))]
      : []),
    ...(options.length > 0 ? [table(['flag', 'does'], options.map(optionRow))] : []),
  ];
  return parts.join('\n\n');
}

function talks(command: Command): boolean {
  return command.options.some(({ long }) => long === '--token');
}

function placeholder(argument: Argument): string {
  const choices = argument.argChoices?.join('|') ?? argument.name();
  const name = `${choices}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function argumentRow(argument: Argument): string[] {
  return [code(placeholder(argument)), argument.description];
}

function optionRow({ flags, description, defaultValue, negate }: Option): string[] {
  const usual = defaultValue === undefined || negate ? '' : ` (default: ${String(defaultValue)})`;
  return [code(flags), `${description}${usual}`];
}
