import { type Command, InvalidArgumentError } from 'commander';
import { nearest } from '../../nearest.ts';

/** Where `start` would serve in this environment, too: a container's health check asks there. */
function defaultUrl(): string {
  const { GATEWAY_SANDBOX_URL: url, GATEWAY_SANDBOX_PORT: port = '' } = process.env;
  return url || `http://127.0.0.1:${/^[1-9]\d*$/.test(port) ? port : 4700}`;
}

/** The options of every command that talks to a running sandbox. */
export function controlCommand(parent: Command, name: string, description: string): Command {
  const command = parent
    .command(name)
    .description(description)
    .option('--url <url>', 'where the sandbox is', defaultUrl())
    .option('--json', 'print JSON');
  // As a default it would stand in the help.
  command.option('--token <token>', 'the token that it printed at start (GATEWAY_SANDBOX_TOKEN)');
  if (process.env.GATEWAY_SANDBOX_TOKEN)
    command.setOptionValueWithSource('token', process.env.GATEWAY_SANDBOX_TOKEN, 'env');
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
  const like = nearest(name, known);
  if (like === undefined && command.registeredArguments.length > 0) return;
  command.error(`error: unknown command '${name}'${like === undefined ? '' : `\n(Did you mean ${like}?)`}`, {
    exitCode: 2,
    code: 'commander.unknownCommand',
  });
}
