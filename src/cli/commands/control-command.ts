import { type Command, InvalidArgumentError, Option } from 'commander';
import { members } from '../../config/members.ts';
import { nearest } from '../../input/nearest.ts';
import { usualLimit } from '../pages.ts';

/** The options of every command that talks to a running sandbox. */
export function controlCommand(parent: Command, name: string, description: string): Command {
  return talkingCommand(parent, name, description).option('--json', 'print JSON');
}

/** The same for a command whose output is of its own kind. */
export function talkingCommand(parent: Command, name: string, description: string): Command {
  return addressOptions(parent.command(name).description(description)).hook('preAction', async (command) => {
    if (command.getOptionValue('url') !== undefined) return;
    const { servedUrl } = await import('../served-url.ts');
    command.setOptionValueWithSource('url', await servedUrl(), 'default');
  });
}

/** Without `--url` and its variable, `url` stays undefined. */
export function controlOptions(command: Command): Command {
  return addressOptions(command).option('--json', 'print JSON');
}

function addressOptions(command: Command): Command {
  command
    .option('--url <url>', 'address of the sandbox (default: where `start` would serve here)')
    .option('--token <token>', 'the token that it printed at start (GATEWAY_SANDBOX_TOKEN)');
  // A commander default would appear in the help, token and all.
  const { GATEWAY_SANDBOX_URL: url, GATEWAY_SANDBOX_TOKEN: token } = process.env;
  if (url) command.setOptionValueWithSource('url', url, 'env');
  if (token) command.setOptionValueWithSource('token', token, 'env');
  return command;
}

/** A command with commands of its own. They take its options too, before or after their names. */
export function controlGroup(parent: Command, name: string, description: string): Command {
  return controlCommand(parent, name, description).enablePositionalOptions(false);
}

/** A command of a group. */
export function subcommand(group: Command, name: string, description: string): Command {
  return group.command(name).description(description).configureHelp({ showGlobalOptions: true });
}

/** For commands that print a list. */
export function pageOptions(command: Command): Command {
  return command
    .option('--limit <n>', `at most this many (default: ${usualLimit})`, countFrom1)
    .addOption(new Option('--all', 'all of them').conflicts('limit'));
}

function countFrom1(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

/** An option that takes one of these: anything else is refused with all of them, and completion knows them. */
export function choice(flags: string, description: string, values: readonly string[]): Option {
  return new Option(flags, description).choices(values);
}

/** For commands that start a sandbox of their own; `start` has it from the table of the configuration. */
export function settingOption(command: Command): Command {
  const { flag: [, help] = ['', ''] } = members.settings;
  return command.option('--set <name=value>', help, collect);
}

/** For an option that may be given more than once. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** For an option `name=value` that may be given more than once. */
export function collectPair(value: string, before: readonly (readonly [string, string])[] = []) {
  const at = value.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It has the form name=value.');
  return [...before, [value.slice(0, at), value.slice(at + 1)] as const];
}

export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

/** Refuses a command that there is none of, and names the nearest: commander would take it for an argument of the default. */
export function refuseUnknownCommand(command: Command, [name, ...rest]: readonly string[]): void {
  if (name === undefined || name.startsWith('-') || name === 'help' || command.commands.length === 0) return;
  const known = command.commands.map((each) => each.name());
  const found = command.commands.find((each) => each.name() === name);
  if (found) {
    refuseUnknownCommand(found, rest);
    return;
  }
  // The id of an account is any word that its owner likes.
  const like = command.name() === 'accounts' ? undefined : nearest(name, known);
  if (like === undefined && command.registeredArguments.length > 0) return;
  command.error(`error: unknown command '${name}'${like === undefined ? '' : `\n(Did you mean ${like}?)`}`, {
    exitCode: 2,
    code: 'commander.unknownCommand',
  });
}
