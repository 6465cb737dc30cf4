import { Argument, type Command } from 'commander';
import { verdictKinds } from '../../journal/verdict.ts';
import { modes } from '../../protocol/vocabulary.ts';
import { transactionStatuses } from '../../store/statuses.ts';
import { shells } from '../shells.ts';
import {
  choice,
  collect,
  controlCommand,
  controlGroup,
  controlOptions,
  pageOptions,
  secretKey,
  settingOption,
  subcommand,
} from './control-command.ts';
import { otpCommands } from './otp-commands.ts';

/** Commands that only read. Each action is loaded on demand to keep `start` fast. */
export function lookCommands(program: Command): void {
  listCommands(program);
  followCommands(program);
  signatureCommands(program);
}

function listCommands(program: Command): void {
  controlCommand(program, 'gateways', 'list the gateways').action(async (options) =>
    (await import('../gateways.ts')).gateways(options),
  );
  controlCommand(program, 'magic', 'list the test values that make things go wrong').action(async (options) =>
    (await import('../magic.ts')).magic(options),
  );
  otpCommands(program);
  transactionsCommand(program);
}

function transactionsCommand(program: Command): void {
  pageOptions(controlCommand(program, 'transactions', 'list the newest transactions, or show one'))
    .argument('[id]', 'show this transaction with its timeline')
    .option('--invoice-no <text>', 'with this invoice number')
    .option('--gateway <name>', 'of this gateway')
    .addOption(choice('--status <status>', 'of this status', transactionStatuses))
    .addOption(choice('--mode <mode>', 'of this mode', modes))
    .addOption(
      choice(
        '--verdict <verdict>',
        'with this verdict: whether your app knows about the payment',
        verdictKinds,
      ),
    )
    .option('--account <id>', 'of this account')
    .option(
      '--export <file>',
      'write the payment with ID to a new file that another sandbox can open, or to stdout with -',
    )
    .action(async (id, options) => (await import('../transactions.ts')).transactions(id, options));
}

function followCommands(program: Command): void {
  controlCommand(program, 'logs', 'print the log: calls, codes, pages and callbacks, oldest first')
    .option('--follow', 'keep printing as it happens, also after the sandbox restarts')
    .option('--since <time>', 'start from now, or from this long ago, such as 10m (default: everything)')
    .option('--account <id>', 'of this account')
    .action(async (options) => (await import('../logs.ts')).logs(options));
  controlCommand(program, 'events', 'print the event log, oldest first')
    .option('--follow', 'keep printing new events')
    .option('--after <cursor>', 'start after the event with this id')
    .option('--type <types>', 'only these types, such as callback.delivered,otp.sent')
    .option('--invoice-no <text>', 'with this invoice number')
    .option('--transaction <id>', 'of this transaction')
    .option('--mobile <number>', 'of this mobile number')
    .option('--account <id>', 'of this account')
    .action(async (options) => (await import('../events.ts')).events(options));
  const load = () => import('../requests.ts');
  const requests = pageOptions(
    controlGroup(program, 'requests', 'list the newest API requests, show one, or replay one'),
  )
    .argument('[id]', 'show this request with its fields and decision trace')
    .option('--follow', 'keep printing new requests')
    .option('--gateway <name>', 'of this gateway')
    .option('--code <code>', 'rejected with this code')
    .option('--account <id>', 'of this account')
    .action(async (id, options) => (await load()).requests(id, options));
  subcommand(requests, 'replay', 'replay a request with the current keys of its account')
    .argument('<id>')
    .option('--invoice-no <text>', 'with another invoice number')
    .action(async (id, _, command) => (await load()).replay(id, command.optsWithGlobals()));
}

function signatureCommands(program: Command): void {
  const what =
    'name=value for each field, in order; a query, URL, JSON body or HTTP request; or - to read one';
  controlCommand(program, 'sign', 'compute hashed for the given fields')
    .argument('<fields...>', what)
    .option('--secret-key <key>', 'sign with this key', secretKey)
    .option('--account <id>', "sign with this account's key")
    .action(async (fields, options) => (await import('../signature.ts')).sign(fields, options));
  controlCommand(program, 'verify', 'check hashed, and name the mistake if it is wrong')
    .argument('<fields...>', what)
    .option('--hashed <hex>', 'the hashed to check, if it is not among the fields')
    .option('--built <string>', 'the string that your code signed')
    .option('--secret-key <key>', 'check with this key', secretKey)
    .option('--account <id>', "check with this account's key")
    .action(async (fields, options) => (await import('../signature.ts')).verify(fields, options));
}

/** Commands that need no running sandbox, or start their own. */
export function localCommands(program: Command): void {
  execCommand(program);
  program
    .command('init')
    .description('create a config file; never overwrites an existing one')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('../init.ts')).init(options));
  dataFileCommands(program);
  controlCommand(
    program,
    'health',
    'check that a sandbox responds and can store data; exit code 1 if not',
  ).action(async (options) => (await import('../health.ts')).health(options));
  program
    .command('licences')
    .description('print the licenses of the included libraries')
    .action(async () => (await import('../licences.ts')).licences());
  doctorCommand(program);
  program
    .command('completion')
    .description('print a script that completes commands, flags and values in your shell')
    .addArgument(new Argument('<shell>').choices(shells))
    .action(async (shell) => (await import('../completion.ts')).completion(shell, program));
}

function doctorCommand(program: Command): void {
  controlOptions(program.command('doctor').description('diagnose set-up problems and suggest fixes'))
    .option('--config <file>', 'config file')
    .option('--data <file>', 'data file')
    .option('--merchant-url <url>', 'the address of your app, which the sandbox must be able to reach')
    .option('--client', 'instead: find the settings that an existing client needs, from its requests so far')
    .option('--no-send', 'with --client: send nothing to your app, so test no callbacks')
    .option('--write', 'with --client: add the settings to the config file')
    .action(async (options) => (await import('../doctor.ts')).doctor(options));
}

function dataFileCommands(program: Command): void {
  program
    .command('compact')
    .description('verify and compact a data file (stop the sandbox first)')
    .argument('<file>')
    .option('--json', 'print JSON')
    .action(async (file, options) => (await import('../compact.ts')).compact(file, options));
  controlCommand(program, 'backup', 'save all data of a running sandbox to a new data file')
    .argument('<file>')
    .action(async (file, options) => (await import('../backup.ts')).backup(file, options));
}

function execCommand(program: Command): void {
  settingOption(
    program
      .command('exec')
      .description("start a temporary sandbox, run a command against it, return the command's exit code"),
  )
    .argument('<command...>', 'the command, after --')
    .option('--env <name=template>', 'set this variable too, such as PAY_URL={url}/api', collect)
    .option('--intercept <host>', 'answer requests for this host too, such as api.example.test', collect)
    .option('--other-hosts <choice>', 'all hosts not named with --intercept: tunnel (default) or refuse')
    .option('--config <file>', 'config file')
    .passThroughOptions()
    .action(async (command, options) => (await import('../exec.ts')).exec(command, options));
}
