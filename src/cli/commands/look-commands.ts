import { Argument, type Command } from 'commander';
import {
  choice,
  collect,
  controlCommand,
  controlGroup,
  controlOptions,
  pageOptions,
  settingOption,
  subcommand,
} from './control-command.ts';
import { otpCommands } from './otp-commands.ts';

/** Commands that show what is there. Each action is loaded when it is asked for: `start` must stay quick. */
export function lookCommands(program: Command): void {
  listCommands(program);
  followCommands(program);
  signatureCommands(program);
}

function listCommands(program: Command): void {
  controlCommand(program, 'gateways', 'list the gateways').action(async (options) =>
    (await import('../gateways.ts')).gateways(options),
  );
  controlCommand(program, 'magic', 'list the values that make things go wrong').action(async (options) =>
    (await import('../magic.ts')).magic(options),
  );
  otpCommands(program);
  pageOptions(controlCommand(program, 'transactions', 'list the newest transactions, or show one'))
    .argument('[id]', 'show this transaction with its timeline')
    .option('--invoice-no <text>', 'with this invoice number')
    .option('--gateway <name>', 'of this gateway')
    .addOption(
      choice('--status <status>', 'of this status', [
        'started',
        'completed',
        'canceled',
        'declined',
        'expired',
      ]),
    )
    .addOption(choice('--mode <mode>', 'of this mode', ['test', 'live']))
    .option('--account <id>', 'of this account')
    .action(async (id, options) => (await import('../transactions.ts')).transactions(id, options));
}

function followCommands(program: Command): void {
  controlCommand(program, 'logs', 'print the log: calls, codes, pages and callbacks, oldest first')
    .option('--follow', 'keep printing as it happens, also after the sandbox restarts')
    .option('--since <time>', 'begin now, or so long ago, such as 10m (default: all that is kept)')
    .option('--account <id>', 'of this account')
    .action(async (options) => (await import('../logs.ts')).logs(options));
  controlCommand(program, 'events', 'print the journal, oldest first')
    .option('--follow', 'go on as it happens')
    .option('--after <cursor>', 'begin behind the event with this id')
    .option('--type <types>', 'of these types alone, such as callback.delivered,otp.sent')
    .option('--invoice-no <text>', 'with this invoice number')
    .option('--transaction <id>', 'of this transaction')
    .option('--mobile <number>', 'of this mobile number')
    .option('--account <id>', 'of this account')
    .action(async (options) => (await import('../events.ts')).events(options));
  const load = () => import('../requests.ts');
  const requests = pageOptions(
    controlGroup(program, 'requests', "list the API's newest requests, show one, or send one again"),
  )
    .argument('[id]', 'show this request with its fields and its decision trace')
    .option('--follow', 'go on as they come')
    .option('--gateway <name>', 'of this gateway')
    .option('--code <code>', 'refused with this code')
    .option('--account <id>', 'of this account')
    .action(async (id, options) => (await load()).requests(id, options));
  subcommand(requests, 'replay', 'send one again, with the present keys of its account')
    .argument('<id>')
    .option('--invoice-no <text>', 'with another invoice number')
    .action(async (id, _, command) => (await load()).replay(id, command.optsWithGlobals()));
}

function signatureCommands(program: Command): void {
  const what =
    'name=value for each field in its order, a query, URL, JSON body or HTTP request, or - to read one';
  controlCommand(program, 'sign', 'compute the hashed of fields')
    .argument('<fields...>', what)
    .option('--secret-key <key>', 'sign with this key')
    .option('--account <id>', "sign with this account's key")
    .action(async (fields, options) => (await import('../signature.ts')).sign(fields, options));
  controlCommand(program, 'verify', 'tell whether a hashed is right, and what is wrong with it')
    .argument('<fields...>', what)
    .option('--hashed <hex>', 'the one to judge, unless it is among the fields')
    .option('--built <string>', 'the string that your code signed')
    .option('--secret-key <key>', 'check with this key')
    .option('--account <id>', "check with this account's key")
    .action(async (fields, options) => (await import('../signature.ts')).verify(fields, options));
}

/** Commands that need no sandbox that runs, or bring their own. */
export function localCommands(program: Command): void {
  execCommand(program);
  program
    .command('init')
    .description('write a config file to begin with; one that is there is left as it is')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('../init.ts')).init(options));
  dataFileCommands(program);
  controlCommand(program, 'health', 'tell whether a sandbox answers and stores; exit code 1 when not').action(
    async (options) => (await import('../health.ts')).health(options),
  );
  program
    .command('licences')
    .description('print the licences of the libraries that this program contains')
    .action(async () => (await import('../licences.ts')).licences());
  doctorCommand(program);
  program
    .command('completion')
    .description('print a script with which your shell completes commands, flags and values')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish', 'powershell']))
    .action(async (shell) => (await import('../completion.ts')).completion(shell, program));
}

function doctorCommand(program: Command): void {
  controlOptions(
    program
      .command('doctor')
      .description('look for what keeps the sandbox from working, and say how to mend it'),
  )
    .option('--config <file>', 'config file')
    .option('--data <file>', 'data file')
    .option('--merchant-url <url>', "the merchant's address, which must be reached from here")
    .option(
      '--client',
      'instead: find the settings that an existing client needs, from what the sandbox has seen of it',
    )
    .option('--no-send', 'with --client: send nothing to your app, and so try no callback')
    .option('--write', 'with --client: write the settings into the config file, and keep what is there')
    .action(async (options) => (await import('../doctor.ts')).doctor(options));
}

function dataFileCommands(program: Command): void {
  program
    .command('compact')
    .description('look at all of a data file that is not in use, and write it again without its empty pages')
    .argument('<file>')
    .option('--json', 'print JSON')
    .action(async (file, options) => (await import('../compact.ts')).compact(file, options));
  controlCommand(program, 'backup', 'save everything that a running sandbox has stored to a new data file')
    .argument('<file>')
    .action(async (file, options) => (await import('../backup.ts')).backup(file, options));
}

function execCommand(program: Command): void {
  settingOption(
    program
      .command('exec')
      .description('start a temporary sandbox, run a command against it, return its exit code'),
  )
    .argument('<command...>', 'the command, after --')
    .option('--env <name=template>', 'set this variable too, such as PAY_URL={url}/api', collect)
    .option('--intercept <host>', 'answer this host too, such as api.example.test, for the command', collect)
    .option('--other-hosts <choice>', 'beside those of --intercept: tunnel (default) or refuse')
    .option('--config <file>', 'config file')
    .passThroughOptions()
    .action(async (command, options) => (await import('../exec.ts')).exec(command, options));
}
