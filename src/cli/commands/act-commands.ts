import { Argument, type Command } from 'commander';
import { collectPair, controlCommand, controlGroup, subcommand, wholeNumber } from './control-command.ts';

/** Commands that change something in a running sandbox. */
export function actCommands(program: Command): void {
  checkoutCommands(program);
  callbackCommands(program);
  faultCommands(program);
  clockCommands(program);
  stateCommands(program);
  accountCommands(program);
}

function checkoutCommands(program: Command): void {
  const load = () => import('../checkouts.ts');
  const id = 'its token or its whole redirect_url';
  const group = controlGroup(program, 'checkouts', 'list the checkouts, show one, or decide one')
    .argument('[id]', id)
    .action(async (one, options) => (await load()).checkouts(one, options));
  const delivery = (name: string, description: string) =>
    subcommand(group, name, description)
      .argument('<id>', id)
      .option('--order <order>', 'together, callback-first, return-first, callback-only or return-only')
      .option('--delay <duration>', 'send the callback so much later')
      .option('--copies <n>', 'send it so many times', wholeNumber)
      .option('--hold', 'keep it until it is released')
      .option(
        '--tamper <how>',
        'forge the callback: wrong-hash, no-hash, lower-case-hash, amount, invoice, approved-0, both-flags or types',
      );
  delivery('approve', 'pay it, as the customer would')
    .option('--method <name>', 'payment method (default: the first one of the page)')
    .action(async (one, _, command) => (await load()).approve(one, command.optsWithGlobals()));
  delivery('cancel', 'cancel it, as the customer would').action(async (one, _, command) =>
    (await load()).cancel(one, command.optsWithGlobals()),
  );
  subcommand(group, 'decline', 'refuse the payment')
    .argument('<id>', id)
    .option('--reason <text>', 'why, such as insufficient_funds')
    .option('--final', 'the customer cannot try again')
    .action(async (one, _, command) => (await load()).decline(one, command.optsWithGlobals()));
  subcommand(group, 'expire', 'let its time be over')
    .argument('<id>', id)
    .action(async (one, _, command) => (await load()).expire(one, command.optsWithGlobals()));
}

function callbackCommands(program: Command): void {
  const load = () => import('../callbacks.ts');
  const group = controlGroup(program, 'callbacks', 'list the callbacks, or show one with its newest attempts')
    .argument('[id]')
    .option('--transaction <id>', 'of this transaction')
    .option('--status <status>', 'pending, delivered, exhausted, held or dropped')
    .action(async (one, options) => (await load()).callbacks(one, options));
  subcommand(group, 'attempts', 'list the attempts of one, newest first')
    .argument('<id>')
    .option('--before <number>', 'only attempts before this one')
    .action(async (one, _, command) => (await load()).attempts(one, command.optsWithGlobals()));
  subcommand(group, 'resend', 'send one again, or all that failed')
    .argument('[id]')
    .option('--to <url>', 'to this address')
    .option('--field <name=value>', 'with this field changed, and signed again', collectPair)
    .option('--no-sign', 'keep the old hashed although a field changed')
    .option('--failed-since <time>', 'all that were given up since, such as 10m or 2026-01-15T12:00:00Z')
    .action(async (one, _, command) => (await load()).resend(one, command.optsWithGlobals()));
  subcommand(group, 'hold', 'keep a pending one until it is released')
    .argument('<id>')
    .action(async (one, _, command) => (await load()).move(one, 'hold', command.optsWithGlobals()));
  subcommand(group, 'release', 'send a held one')
    .argument('<id>')
    .action(async (one, _, command) => (await load()).move(one, 'release', command.optsWithGlobals()));
}

function faultCommands(program: Command): void {
  const load = () => import('../faults.ts');
  const group = controlGroup(program, 'fault', 'make the next calls of the API fail');
  subcommand(group, 'add', 'make calls fail in one of these ways')
    .option('--code <code>', 'refuse with this error code')
    .option('--http-status <n>', 'answer with this HTTP status', wholeNumber)
    .option('--body <kind>', 'its body: json, html or empty')
    .option('--delay <duration>', 'answer so much later')
    .option('--past-timeout <time>', 'answer a second after 10s, 20s, 30s or 60s')
    .option('--hang', 'never answer')
    .option('--reset', 'reset the connection')
    .option('--after', 'carry the request out before --hang or --reset')
    .option('--account <id>', 'only calls of this account')
    .option('--gateway <name>', 'only calls of this gateway')
    .option('--action <action>', 'only verify or confirm')
    .option('--invoice-no <text>', 'only calls with this invoice number')
    .option('--mobile <number>', 'only calls with this mobile number')
    .option('--times <n>', 'so many times, or always (default: 1)')
    .option('--probability <p>', 'with this probability, up to 1')
    .option('--seed <n>', 'the same calls in every run with the same number', wholeNumber)
    .action(async (_, command) => (await load()).addFault(command.optsWithGlobals()));
  subcommand(group, 'list', 'list the faults').action(async (_, command) =>
    (await load()).faults(command.optsWithGlobals()),
  );
  subcommand(group, 'clear', 'remove one fault, or all')
    .argument('[id]')
    .action(async (one, _, command) => (await load()).clearFaults(one, command.optsWithGlobals()));
}

function clockCommands(program: Command): void {
  const load = () => import('../clock.ts');
  const group = controlGroup(program, 'clock', "show the sandbox's clock, or move it").action(
    async (options) => (await load()).clock(options),
  );
  subcommand(group, 'advance', 'move it forward')
    .argument('<by>', 'such as 10m')
    .action(async (by, _, command) => (await load()).advance(by, command.optsWithGlobals()));
  subcommand(group, 'freeze', 'let it stand still')
    .argument('[at]', 'at this time, such as 2026-01-15T12:00:00Z')
    .action(async (at, _, command) => (await load()).freeze(at, command.optsWithGlobals()));
  subcommand(group, 'resume', 'let it run again').action(async (_, command) =>
    (await load()).resume(command.optsWithGlobals()),
  );
}

function stateCommands(program: Command): void {
  const load = () => import('../state.ts');
  controlCommand(program, 'reset', 'go back to the fixtures; everything that happened is gone').action(
    async (options) => (await load()).reset(options),
  );
  const group = controlGroup(program, 'snapshot', 'keep the state under a name, and go back to it');
  for (const [name, description] of [
    ['save', 'keep the present state'],
    ['restore', 'go back to it'],
    ['remove', 'forget it'],
  ] as const)
    subcommand(group, name, description)
      .argument('<name>')
      .action(async (of, _, command) => (await load()).snapshot(name, of, command.optsWithGlobals()));
  subcommand(group, 'list', 'list the snapshots').action(async (_, command) =>
    (await load()).snapshots(command.optsWithGlobals()),
  );
}

function accountCommands(program: Command): void {
  const load = () => import('../accounts.ts');
  const group = controlGroup(program, 'account', 'make accounts, list them, or renew their tokens and keys');
  subcommand(group, 'add', 'make an account with everything on')
    .option('--id <id>', 'with this id')
    .option('--name <text>', 'with this name')
    .option('--api-key <key>', 'with this API key')
    .option('--secret-key <key>', 'with this secret key')
    .option('--test-token <token>', 'with this access token for test payments')
    .option('--live-token <token>', 'with this access token for live payments')
    .action(async (_, command) => (await load()).addAccount(command.optsWithGlobals()));
  subcommand(group, 'list', 'list the accounts, their secrets masked').action(async (_, command) =>
    (await load()).accounts(command.optsWithGlobals()),
  );
  subcommand(group, 'renew', 'give an account a new token or key; the old one stops working at once')
    .argument('<id>')
    .addArgument(new Argument('<what>').choices(['test', 'live', 'api_key', 'secret_key']))
    .action(async (id, what, _, command) => (await load()).renew(id, what, command.optsWithGlobals()));
}
