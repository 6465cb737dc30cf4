import type { Command } from 'commander';
import { deliveryOrders, tamperings } from '../../settings/delivery.ts';
import { accountCommands } from './account-commands.ts';
import {
  choice,
  collectPair,
  controlCommand,
  controlGroup,
  pageOptions,
  subcommand,
  wholeNumber,
} from './control-command.ts';
import { snapshotCommands } from './snapshot-commands.ts';

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
  const group = pageOptions(controlGroup(program, 'checkouts', 'list the checkouts, show one, or decide one'))
    .argument('[id]', id)
    .option('--account <id>', 'of this account')
    .action(async (one, options) => (await load()).checkouts(one, options));
  decisionCommands(group, id);
  subcommand(group, 'expire', 'let its time be over')
    .argument('<id>', id)
    .action(async (one, _, command) => (await load()).expire(one, command.optsWithGlobals()));
  subcommand(group, 'extend', 'give an open one more time')
    .argument('<id>', id)
    .argument('<by>', 'such as 10m')
    .action(async (one, by, _, command) => (await load()).extend(one, by, command.optsWithGlobals()));
}

function decisionCommands(group: Command, id: string): void {
  const load = () => import('../checkouts.ts');
  const delivery = (name: string, description: string) =>
    subcommand(group, name, description)
      .argument('<id>', id)
      .addOption(choice('--order <order>', 'which comes first', deliveryOrders))
      .option('--delay <duration>', 'send the callback so much later')
      .option('--copies <n>', 'send it so many times', wholeNumber)
      .option('--hold', 'keep it until it is released')
      .addOption(choice('--tamper <how>', 'forge the callback', tamperings));
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
}

function callbackCommands(program: Command): void {
  const load = () => import('../callbacks.ts');
  const group = pageOptions(
    controlGroup(program, 'callbacks', 'list the callbacks, or show one with its newest attempts'),
  )
    .argument('[id]')
    .option('--transaction <id>', 'of this transaction')
    .option('--invoice-no <text>', 'with this invoice number')
    .addOption(
      choice('--status <status>', 'of this status', ['pending', 'delivered', 'exhausted', 'held', 'dropped']),
    )
    .option('--account <id>', 'of this account')
    .action(async (one, options) => (await load()).callbacks(one, options));
  sendingCommands(group);
  subcommand(group, 'settled', 'wait until none is pending or under way; exit code 1 when the wait is over')
    .option('--wait <seconds>', 'how long, such as 10 or 2m (default: 10s)')
    .action(async (_, command) => (await load()).settled(command.optsWithGlobals()));
}

function sendingCommands(group: Command): void {
  const load = () => import('../callbacks.ts');
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
  const group = pageOptions(
    controlGroup(program, 'faults', 'list the faults, show one, or make the next calls of the API fail'),
  )
    .argument('[id]')
    .option('--account <id>', 'of this account alone')
    .action(async (one, options) => (await load()).faults(one, options));
  addFaultCommand(group);
  subcommand(group, 'clear', 'remove one fault, or all')
    .argument('[id]')
    .action(async (one, _, command) => (await load()).clearFaults(one, command.optsWithGlobals()));
  // Its old name.
  group
    .command('list', { hidden: true })
    .action(async (_, command) => (await load()).faults(undefined, command.optsWithGlobals()));
}

function addFaultCommand(group: Command): void {
  subcommand(group, 'add', 'make calls fail in one of these ways')
    .option('--code <code>', 'refuse with this error code')
    .option('--http-status <n>', 'answer with this HTTP status', wholeNumber)
    .addOption(choice('--body <kind>', 'its body', ['json', 'html', 'empty']))
    .option('--delay <duration>', 'answer so much later')
    .addOption(
      choice('--past-timeout <time>', 'answer a second after this time', ['10s', '20s', '30s', '60s']),
    )
    .option('--hang', 'never answer')
    .option('--reset', 'reset the connection')
    .option('--after', 'carry the request out before --hang or --reset')
    .option('--gateway <name>', 'only calls of this gateway')
    .addOption(choice('--action <action>', 'only these calls', ['verify', 'confirm']))
    .option('--invoice-no <text>', 'only calls with this invoice number')
    .option('--mobile <number>', 'only calls with this mobile number')
    .option('--times <n>', 'so many times, or always (default: 1)')
    .option('--probability <p>', 'with this probability, up to 1')
    .option('--seed <n>', 'the same calls in every run with the same number', wholeNumber)
    .action(async (_, command) => (await import('../faults.ts')).addFault(command.optsWithGlobals()));
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
  snapshotCommands(program);
}
