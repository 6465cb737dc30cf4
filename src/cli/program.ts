import { Command, Option } from 'commander';
import { memberEntries } from '../config/member-values.ts';
import { version } from '../host/paths.ts';
import { printable } from '../host/printable.ts';
import { didYouMean } from '../input/nearest.ts';
import { actCommands } from './commands/act-commands.ts';
import { auditCommand } from './commands/audit-command.ts';
import { compareCommand } from './commands/compare-command.ts';
import { controlCommand } from './commands/control-command.ts';
import { demoCommand, demoFlags } from './commands/demo-command.ts';
import { localCommands, lookCommands } from './commands/look-commands.ts';
import { mcpCommand } from './commands/mcp-command.ts';
import { payCommand } from './commands/pay-command.ts';
import { rehearseCommand } from './commands/rehearse-command.ts';
import { settingsCommands } from './commands/settings-commands.ts';
import { snippetCommand } from './commands/snippet-command.ts';
import { write } from './print.ts';
import { start } from './start.ts';

/**
 * Every command with its arguments and flags. Used by `main.ts`, `--help` and docs/reference/commands.md. For
 * `start`, only that command: describing the others takes 5% of the start time.
 */
export function commandLine(asked?: string): Command {
  const program = new Command('gateway-sandbox')
    .description(
      'A local payment gateway: its API, hosted checkout pages, one-time codes and signed callbacks.',
    )
    .version(version, '-v, --version', 'print the version')
    .showHelpAfterError('(--help lists what there is)')
    .configureOutput({
      writeOut: write,
      writeErr: (text) => process.stderr.write(printable(text)),
      outputError: (text, writeError) => writeError(withNearestChoice(text)),
    })
    .enablePositionalOptions()
    .exitOverride();
  startCommand(program);
  if (asked === 'start') return program;
  controlCommand(program, 'stop', 'stop a running sandbox').action(async (options) =>
    (await import('./stop.ts')).stop(options),
  );
  lookCommands(program);
  settingsCommands(program);
  actCommands(program);
  localCommands(program);
  auditCommand(program);
  rehearseCommand(program);
  compareCommand(program);
  payCommand(program);
  demoCommand(program);
  snippetCommand(program);
  mcpCommand(program);
  return program;
}

/** Adds a suggestion for a wrong value. Commander only suggests names of flags and commands. */
function withNearestChoice(refusal: string): string {
  return refusal.replace(
    /('([^']*)' is invalid.*? Allowed choices are (.*)\.)$/m,
    (_, sentence: string, given: string, choices: string) =>
      sentence + didYouMean(given, choices.split(', ')),
  );
}

function startCommand(program: Command): void {
  const command = program.command('start', { isDefault: true }).description('start the sandbox (default)');
  for (const [, { flag }] of memberEntries) if (flag) command.option(...flag);
  command
    .option('--watch', 'apply changes to the config file while the sandbox runs, without losing state')
    .option('--from <file>', 'start from this exported snapshot, or open this exported payment; - for stdin')
    .option('--open', 'open the dashboard in the browser');
  startOutput(demoFlags(command)).action((options) => start(options));
}

function startOutput(command: Command): Command {
  return (
    command
      .option('--json', 'print one line of JSON once ready, instead of the banner')
      .option('--quiet', 'print nothing')
      .option('--detach', 'run in the background; return once ready')
      .option('--log [format]', 'print the live log, as text or json (default: text in a terminal)')
      .option('--no-log', 'print no live log')
      .option('--log-file <file>', 'append the log and all warnings to this file')
      // The process that `--detach` starts gets this flag.
      .addOption(new Option('--detached').hideHelp())
  );
}
