import type { Command } from 'commander';
import { controlCommand } from './control-command.ts';

/** Makes one payment as an app would. */
export function payCommand(program: Command): void {
  controlCommand(program, 'pay', 'make one payment as your app would, and show how your app responds')
    .argument('<gateway>', 'the name of a gateway; `gateway-sandbox gateways` lists them')
    .option('--callback-url <url>', 'where your app receives callbacks sent to a callback_url')
    .option('--return-url <url>', 'where customers return, and callbacks for card payments go')
    .option('--amount <n>', 'amount, such as 25.50', '10.00')
    .option('--invoice <no>', 'invoice number (default: a new one)')
    .option('--mobile <number>', "the customer's mobile number (default: one that the gateway accepts)")
    .option('--outcome <outcome>', 'paid, canceled, declined, expired or failed', 'paid')
    .option(
      '--order <order>',
      'together, callback-first, return-first, callback-only or return-only (default: the setting callback.order)',
    )
    .option(
      '--tamper <how>',
      'forge the callback: wrong-hash, no-hash, lower-case-hash, amount, invoice, approved-0, both-flags or types',
    )
    .option('--timeout <duration>', 'stop waiting after this long', '15s')
    .option('--account <id>', 'pay with the keys of this account (default: the first one)')
    .action(async (gateway, options) => (await import('../pay.ts')).pay(gateway, options));
}
