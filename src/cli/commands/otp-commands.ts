import type { Command } from 'commander';
import { otpStatuses } from '../../store/statuses.ts';
import { choice, controlCommand, controlGroup, pageOptions, subcommand } from './control-command.ts';

export function otpCommands(program: Command): void {
  controlCommand(program, 'otp', 'print the newest active code of a mobile number')
    .argument('<mobile>', 'such as 0912345678')
    .option('--wait <seconds>', 'how long to wait for a code, such as 10 or 2m')
    .option('--gateway <name>', 'of this gateway only')
    .option('--account <id>', 'of this account only')
    .action(async (mobile, options) => (await import('../otp.ts')).otp(mobile, options));
  listedCommands(program);
}

function listedCommands(program: Command): void {
  const load = () => import('../otps.ts');
  const group = pageOptions(controlGroup(program, 'otps', 'list the codes, or expire, lock or resend one'))
    .option('--mobile <number>', 'of this mobile number')
    .option('--gateway <name>', 'of this gateway')
    .addOption(choice('--status <status>', 'of this status', otpStatuses))
    .option('--process <id>', 'of this process_id')
    .option('--account <id>', 'of this account')
    .action(async (options) => (await load()).otps(options));
  subcommand(group, 'expire', 'expire a code now')
    .argument('<id>')
    .action(async (id, _, command) => (await load()).expire(id, command.optsWithGlobals()));
  subcommand(group, 'lock', 'lock a code, as after too many wrong tries')
    .argument('<id>')
    .action(async (id, _, command) => (await load()).lock(id, command.optsWithGlobals()));
  subcommand(group, 'resend', 'send a new code for the same process')
    .argument('<id>')
    .action(async (id, _, command) => (await load()).resend(id, command.optsWithGlobals()));
  subcommand(group, 'clear', 'empty the inbox; the codes still work').action(async (_, command) =>
    (await load()).clear(command.optsWithGlobals()),
  );
}
