import type { Command } from 'commander';
import { actions } from '../../protocol/vocabulary.ts';
import { deliveryOrders, tamperings } from '../../settings/delivery.ts';
import { clientTimeouts, faultBodies } from '../../store/fault.ts';
import { callbackStatuses } from '../../store/statuses.ts';
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
  const id = 'token or full redirect_url of the checkout';
  const group = pageOptions(
    controlGroup(program, 'checkouts', 'list the checkouts, show one, or complete one'),
  )
    .argument('[id]', id)
    .option('--account <id>', 'of this account')
    .action(async (one, options) => (await load()).checkouts(one, options));
  decisionCommands(group, id);
  subcommand(group, 'expire', 'make it expire now')
    .argument('<id>', id)
    .action(async (one, _, command) => (await load()).expire(one, command.optsWithGlobals()));
  subcommand(group, 'extend', 'give an open checkout more time')
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
      .option('--delay <duration>', 'delay the callback')
      .option('--copies <n>', 'how often to send the callback', wholeNumber)
      .option('--hold', 'hold the callback until you release it')
      .addOption(choice('--tamper <how>', 'forge the callback', tamperings));
  delivery('approve', 'pay it, as the customer would, even an amount that the page declines')
    .option('--method <name>', 'payment method (default: the first one on the page)')
    .action(async (one, _, command) => (await load()).approve(one, command.optsWithGlobals()));
  delivery('cancel', 'cancel it, as the customer would').action(async (one, _, command) =>
    (await load()).cancel(one, command.optsWithGlobals()),
  );
  subcommand(group, 'decline', 'decline the payment')
    .argument('<id>', id)
    .option('--reason <text>', 'why, such as insufficient_funds')
    .option('--final', 'the customer cannot try again')
    .action(async (one, _, command) => (await load()).decline(one, command.optsWithGlobals()));
}

function callbackCommands(program: Command): void {
  const load = () => import('../callbacks.ts');
  const group = pageOptions(
    controlGroup(program, 'callbacks', 'list the callbacks, or show one with its latest attempts'),
  )
    .argument('[id]', 'show this callback')
    .option('--transaction <id>', 'of this transaction')
    .option('--invoice-no <text>', 'with this invoice number')
    .addOption(choice('--status <status>', 'of this status', callbackStatuses))
    .option('--account <id>', 'of this account')
    .action(async (one, options) => (await load()).callbacks(one, options));
  sendingCommands(group);
  subcommand(group, 'settled', 'wait until no callback is pending; exit code 1 on timeout')
    .option('--wait <seconds>', 'how long to wait, such as 10 or 2m (default: 10s)')
    .option('--retries', 'also wait for the retries of a callback that your app refuses')
    .action(async (_, command) => (await load()).settled(command.optsWithGlobals()));
}

function sendingCommands(group: Command): void {
  const load = () => import('../callbacks.ts');
  subcommand(group, 'attempts', 'list the attempts of a callback, newest first')
    .argument('<id>', 'ID of the callback')
    .option('--before <number>', 'only attempts before this one')
    .action(async (one, _, command) => (await load()).attempts(one, command.optsWithGlobals()));
  subcommand(group, 'resend', 'resend a callback, or all failed ones')
    .argument('[id]', 'ID of the callback')
    .option('--to <url>', 'to this address')
    .option('--field <name=value>', 'change this field and sign again', collectPair)
    .option('--no-sign', 'keep the old hashed even if a field changed')
    .option('--failed-since <time>', 'all that failed since, such as 10m or 2026-01-15T12:00:00Z')
    .action(async (one, _, command) => (await load()).resend(one, command.optsWithGlobals()));
  subcommand(group, 'hold', 'hold a pending callback until you release it')
    .argument('<id>', 'ID of the callback')
    .action(async (one, _, command) => (await load()).move(one, 'hold', command.optsWithGlobals()));
  subcommand(group, 'release', 'send a held callback')
    .argument('<id>', 'ID of the callback')
    .action(async (one, _, command) => (await load()).move(one, 'release', command.optsWithGlobals()));
}

function faultCommands(program: Command): void {
  const load = () => import('../faults.ts');
  const group = pageOptions(
    controlGroup(program, 'faults', 'list the faults, show one, or make the next API calls fail'),
  )
    .argument('[id]', 'show this fault')
    .option('--account <id>', 'of this account only')
    .action(async (one, options) => (await load()).faults(one, options));
  addFaultCommand(group);
  subcommand(group, 'clear', 'remove one fault, or all')
    .argument('[id]', 'remove only this fault')
    .action(async (one, _, command) => (await load()).clearFaults(one, command.optsWithGlobals()));
  // Former name.
  group
    .command('list', { hidden: true })
    .action(async (_, command) => (await load()).faults(undefined, command.optsWithGlobals()));
}

function addFaultCommand(group: Command): void {
  subcommand(group, 'add', 'make calls fail in one of these ways')
    .option('--code <code>', 'return this error code')
    .option('--http-status <n>', 'return this HTTP status', wholeNumber)
    .addOption(choice('--body <kind>', 'its body', faultBodies))
    .option('--delay <duration>', 'delay the response')
    .addOption(choice('--past-timeout <time>', 'respond one second after this timeout', clientTimeouts))
    .option('--hang', 'never respond')
    .option('--reset', 'reset the connection')
    .option('--after', 'process the request before --hang or --reset')
    .option('--gateway <name>', 'only calls to this gateway')
    .addOption(choice('--action <action>', 'only these calls', actions))
    .option('--invoice-no <text>', 'only calls with this invoice number')
    .option('--mobile <number>', 'only calls with this mobile number')
    .option('--times <n>', 'how many times, or always (default: 1)')
    .option('--probability <p>', 'probability of failing, up to 1')
    .option('--seed <n>', 'fail the same calls in every run with the same seed', wholeNumber)
    .action(async (_, command) => (await import('../faults.ts')).addFault(command.optsWithGlobals()));
}

function clockCommands(program: Command): void {
  const load = () => import('../clock.ts');
  const group = controlGroup(program, 'clock', "show the sandbox's clock, or change it").action(
    async (options) => (await load()).clock(options),
  );
  subcommand(group, 'advance', 'advance the clock')
    .argument('<by>', 'such as 10m')
    .action(async (by, _, command) => (await load()).advance(by, command.optsWithGlobals()));
  subcommand(group, 'freeze', 'freeze the clock')
    .argument('[at]', 'at this time, such as 2026-01-15T12:00:00Z')
    .action(async (at, _, command) => (await load()).freeze(at, command.optsWithGlobals()));
  subcommand(group, 'resume', 'resume a frozen clock').action(async (_, command) =>
    (await load()).resume(command.optsWithGlobals()),
  );
}

function stateCommands(program: Command): void {
  const load = () => import('../state.ts');
  controlCommand(program, 'reset', 'reset to the fixtures; deletes everything else except snapshots').action(
    async (options) => (await load()).reset(options),
  );
  snapshotCommands(program);
}
