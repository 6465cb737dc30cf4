import { Argument, type Command, Option } from 'commander';
import { gatewayTokens } from '../../gateways/index.ts';
import { snippetLanguages } from '../snippet-languages.ts';

/** The action is loaded on demand to keep `start` fast. */
export function snippetCommand(program: Command): void {
  program
    .command('snippet')
    .description('print tested code for your app: `verify` checks the `hashed` of a callback or return')
    .addArgument(new Argument('<what>', 'what the code does').choices(['verify']))
    .addOption(new Option('--lang <language>', 'node, php, python, go or java').choices(snippetLanguages))
    .addOption(
      new Option('--gateway <name>', 'add how to call it for this gateway').choices([...gatewayTokens]),
    )
    .action(async (what, options) => (await import('../snippet.ts')).snippet(what, options));
}
