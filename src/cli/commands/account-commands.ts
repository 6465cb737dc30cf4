import { Argument, type Command } from 'commander';
import { gatewayTokens } from '../../gateways/index.ts';
import { credentialNames } from '../../protocol/vocabulary.ts';
import { collect, controlGroup, pageOptions, subcommand } from './control-command.ts';

export function accountCommands(program: Command): void {
  const load = () => import('../accounts.ts');
  const group = pageOptions(
    controlGroup(program, 'accounts', 'list the accounts, show one, create or change one'),
  )
    .argument('[id]', 'show this account with its keys')
    .action(async (id, options) => (await load()).accounts(id, options));
  credentials(subcommand(group, 'add', 'create an account with everything enabled'))
    .option('--id <id>', 'with this id')
    .action(async (_, command) => (await load()).addAccount(command.optsWithGlobals()));
  changeCommand(group);
  subcommand(group, 'renew', 'replace a token or key of an account; the old one stops working immediately')
    .argument('<id>')
    .addArgument(new Argument('<what>').choices(credentialNames))
    .action(async (id, what, _, command) => (await load()).renew(id, what, command.optsWithGlobals()));
  // Former name.
  group
    .command('list', { hidden: true })
    .action(async (_, command) => (await load()).accounts(undefined, command.optsWithGlobals()));
}

function changeCommand(group: Command): void {
  credentials(subcommand(group, 'change', 'change an account, only what you name'))
    .argument('<id>')
    .option('--approved <true|false>', 'whether it may call the API')
    .option(
      '--allow-self-signed <true|false>',
      'whether its callbacks may go to servers with a self-signed certificate',
    )
    .option(
      '--gateway <member=value>',
      `change a gateway, such as ${gatewayTokens[0]}.allowed=false; the members are allowed, configured, test_mode and currency`,
      collect,
    )
    .option('--whitelist <true|false>', 'whether only whitelisted addresses may call')
    .option(
      '--whitelist-entry <address>',
      'an address or a CIDR range, repeatable; replaces the whitelist',
      collect,
    )
    .action(async (id, _, command) =>
      (await import('../accounts.ts')).changeAccount(id, command.optsWithGlobals()),
    );
}

function credentials(command: Command): Command {
  return command
    .option('--name <text>', 'with this name')
    .option('--api-key <key>', 'with this API key')
    .option('--secret-key <key>', 'with this secret key')
    .option('--test-token <token>', 'with this access token for test payments')
    .option('--live-token <token>', 'with this access token for live payments');
}
