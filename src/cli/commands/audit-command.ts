import type { Command } from 'commander';
import { collect, settingOption } from './control-command.ts';

/** The audit of the merchant's own handlers. Loaded when it is asked for: `start` must stay quick. */
export function auditCommand(program: Command): void {
  const command = program
    .command('audit')
    .description("try the merchant's own handlers with genuine, forged, repeated and late messages")
    .argument('[command...]', "starts the merchant's app for as long as the audit takes, after --");
  theMerchant(command);
  whatIsDone(command);
  theSandbox(command);
  command
    .option('--junit <file>', 'write a JUnit report too')
    .option('--fail-on-open', 'exit code 1 also when a case is left open')
    .option('--list', 'list the cases')
    .option('--json', 'print JSON')
    .action(async (merchant, options) => (await import('../audit.ts')).audit(merchant, options));
}

function theMerchant(command: Command): void {
  const form = 'what is posted, with {invoice}, {amount}, {gateway}, such as item=1&pay_by={gateway}';
  command
    .option('--callback-url <url>', 'where your app takes callbacks that go to a callback_url')
    .option('--return-url <url>', "where customers come back, and the cards' callbacks go")
    .option('--order-url <url>', 'a POST makes an order that awaits payment')
    .option('--order-form <form>', form)
    .option('--order-cmd <command>', 'makes one; with {invoice}, {amount}, {gateway}')
    .option('--check-url <url>', "a GET tells an order's state; with {invoice}")
    .option('--check-cmd <command>', 'prints it; with {invoice}')
    .option(
      '--paid-when <regex>',
      'what it reads when the order is paid (default: status paid or completed)',
    );
}

function whatIsDone(command: Command): void {
  command
    .option('--gateway <name>', 'with this gateway, or these (default: all that call back)', collect)
    .option('--only <case>', 'this case, or these, after genuine', collect)
    .option('--amount <text>', 'of the orders', '25.50')
    .option('--timeout <duration>', 'how long the merchant may take to answer', '10s')
    .option('--settle <duration>', 'how long it may take to book what it has answered', '0s')
    .option('--slow <duration>', 'how late the slow callback is', '2s');
}

function theSandbox(command: Command): void {
  settingOption(command)
    .option('--secret-key <key>', "the merchant's secret key (default: the demo account's)")
    .option('--config <file>', 'config file')
    .option(
      '--url <url>',
      'work with this sandbox, which runs, instead of one of its own (GATEWAY_SANDBOX_URL)',
    )
    .option('--token <token>', 'the token that it printed at start (GATEWAY_SANDBOX_TOKEN)')
    .option('--account <id>', 'its account, which the merchant uses');
  for (const [option, value] of [
    ['url', process.env.GATEWAY_SANDBOX_URL],
    ['token', process.env.GATEWAY_SANDBOX_TOKEN],
  ] as const)
    if (value) command.setOptionValueWithSource(option, value, 'env');
}
