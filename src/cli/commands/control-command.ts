import { type Command, InvalidArgumentError, Option } from 'commander';
import { members } from '../../config/members.ts';
import { nearest } from '../../input/nearest.ts';
import { usualLimit } from '../pages.ts';

/** A command that talks to a running sandbox, with the options that all of them share. */
export function controlCommand(parent: Command, name: string, description: string): Command {
  return talkingCommand(parent, name, description).option('--json', 'print JSON');
}

/** Like `controlCommand`, for commands whose output has no JSON form. */
export function talkingCommand(parent: Command, name: string, description: string): Command {
  return addressOptions(parent.command(name).description(description)).hook('preAction', async (command) => {
    if (command.getOptionValueSource('url') === 'cli') command.setOptionValue('isUrlGiven', true);
    if (command.getOptionValue('url') !== undefined) return;
    const { servedUrl } = await import('../served-url.ts');
    command.setOptionValueWithSource('url', await servedUrl(), 'default');
  });
}

/** `url` stays undefined without `--url` and `GATEWAY_SANDBOX_URL`. */
export function controlOptions(command: Command): Command {
  return addressOptions(command).option('--json', 'print JSON');
}

function addressOptions(command: Command): Command {
  command
    .option('--url <url>', 'address of the sandbox (default: where `start` would serve here)')
    .option('--token <token>', 'the token that it printed at start (GATEWAY_SANDBOX_TOKEN)');
  // Not as commander defaults, because the help would show them, token included.
  const { GATEWAY_SANDBOX_URL: url, GATEWAY_SANDBOX_TOKEN: token } = process.env;
  if (url) command.setOptionValueWithSource('url', url, 'env');
  if (token) command.setOptionValueWithSource('token', token, 'env');
  return command;
}

/** A command with subcommands. They accept its options too, before or after their names. */
export function controlGroup(parent: Command, name: string, description: string): Command {
  return controlCommand(parent, name, description).enablePositionalOptions(false);
}

/** A command of a group. */
export function subcommand(group: Command, name: string, description: string): Command {
  return group.command(name).description(description).configureHelp({ showGlobalOptions: true });
}

/** Paging options for commands that print a list. */
export function pageOptions(command: Command): Command {
  return command
    .option('--limit <n>', `at most this many (default: ${usualLimit})`, countFrom1)
    .addOption(new Option('--all', 'all of them').conflicts('limit'));
}

function countFrom1(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

/** An option with fixed values. Other values are refused with the full list, and completion offers them. */
export function choice(flags: string, description: string, values: readonly string[]): Option {
  return new Option(flags, description).choices(values);
}

/** For commands that start their own sandbox. `start` takes this option from the configuration table. */
export function settingOption(command: Command): Command {
  const { flag: [, help] = ['', ''] } = members.settings;
  return command.option('--set <name=value>', help, collect);
}

/** For a repeatable option. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** For a repeatable option `name=value`. */
export function collectPair(value: string, before: readonly (readonly [string, string])[] = []) {
  const at = value.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It has the form name=value.');
  return [...before, [value.slice(0, at), value.slice(at + 1)] as const];
}

/** An empty one signs and checks like any other, and stands for a variable that is not set. */
export function secretKey(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It is empty: is the variable set?');
}

export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

/** Refuses an unknown command. Commander would pass it to the default command as an argument. */
export function refuseUnknownCommand(command: Command, [name, ...rest]: readonly string[]): void {
  if (name === undefined || name.startsWith('-') || name === 'help' || command.commands.length === 0) return;
  const known = command.commands.map((each) => each.name());
  const found = command.commands.find((each) => each.name() === name);
  if (found) {
    refuseUnknownCommand(found, rest);
    return;
  }
  // An account ID can be any word, so a similar command is no hint of a typo.
  const like = command.name() === 'accounts' ? undefined : nearest(name, known);
  if (like === undefined && command.registeredArguments.length > 0) return;
  command.error(`error: unknown command '${name}'${like === undefined ? '' : `\n(Did you mean ${like}?)`}`, {
    exitCode: 2,
    code: 'commander.unknownCommand',
  });
}
