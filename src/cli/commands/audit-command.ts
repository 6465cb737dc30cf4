import { type Command, Option } from 'commander';
import { collect, secretKey, settingOption } from './control-command.ts';

/** Audits your app's handlers. The action is loaded on demand to keep `start` fast. */
export function auditCommand(program: Command): void {
  const command = program
    .command('audit')
    .description("test your app's handlers with genuine, forged, repeated and late messages")
    .argument('[command...]', 'starts your app for the duration of the audit, after --');
  theMerchant(command);
  whatIsDone(command);
  theSandbox(command);
  command
    .option('--junit <file>', 'write a JUnit report too')
    .option('--fail-on-open', 'exit code 1 also if a case stays open')
    .option('--list', 'list the cases')
    .option('--json', 'print JSON')
    .action(async (merchant, options) => (await import('../audit.ts')).audit(merchant, options));
}

export function theMerchant(command: Command): void {
  const form = 'the form to post, with {invoice}, {amount}, {gateway}, such as item=1&pay_by={gateway}';
  command
    .option('--callback-url <url>', 'where your app receives callbacks sent to a callback_url')
    .option('--return-url <url>', 'where customers return, and callbacks for card payments go')
    .option('--order-url <url>', 'a POST creates an order that awaits payment')
    .option('--order-form <form>', form)
    .addOption(
      new Option('--order-cmd <command>', 'creates one; with {invoice}, {amount}, {gateway}').conflicts([
        'orderUrl',
        'orderForm',
      ]),
    )
    .option('--check-url <url>', "a GET returns an order's state; with {invoice}")
    .addOption(new Option('--check-cmd <command>', 'prints it; with {invoice}').conflicts('checkUrl'))
    .option(
      '--paid-when <regex>',
      'matches the status of a paid order, or the whole answer if it has none or the regex has a double quote (default: paid or completed)',
    );
}

function whatIsDone(command: Command): void {
  command.option('--only <case>', 'only this case after genuine, repeatable', collect);
  thePayments(command);
}

/** Which payments are made, and how long your app may take. */
export function thePayments(command: Command): void {
  command
    .option('--gateway <name>', 'only this gateway, repeatable (default: all with callbacks)', collect)
    .option('--amount <text>', 'amount of the orders', '25.50')
    .option('--timeout <duration>', 'how long your app may take to respond', '10s')
    .option('--settle <duration>', 'how long it may take to record a payment after responding', '0s')
    .option('--slow <duration>', 'how late the slow callback is', '2s');
}

export function theSandbox(command: Command): void {
  settingOption(command)
    .option('--secret-key <key>', "your app's secret key (default: the demo account's)", secretKey)
    .option('--config <file>', 'config file')
    .option('--url <url>', 'use this running sandbox instead of a temporary one (GATEWAY_SANDBOX_URL)')
    .option('--token <token>', 'the token that it printed at start (GATEWAY_SANDBOX_TOKEN)')
    .option('--account <id>', 'the account that your app uses');
  for (const [option, value] of [
    ['url', process.env.GATEWAY_SANDBOX_URL],
    ['token', process.env.GATEWAY_SANDBOX_TOKEN],
  ] as const)
    if (value) command.setOptionValueWithSource(option, value, 'env');
}
