import type { Command } from 'commander';
import { weathers } from '../../settings/weather.ts';
import { theMerchant, thePayments, theSandbox } from './audit-command.ts';
import { choice, collect } from './control-command.ts';

/** Rehearses a sales day. The action is loaded on demand to keep `start` fast. */
export function rehearseCommand(program: Command): void {
  const command = program
    .command('rehearse')
    .description('send your app the traffic of a sales day, and find lost, doubled, late and wrong orders')
    .argument('[command...]', 'starts your app for the duration of the rehearsal, after --');
  theTraffic(command);
  theMerchant(command);
  thePayments(command);
  theSandbox(command);
  command
    .option('--junit <file>', 'write a JUnit report too')
    .option('--list', 'list the customers')
    .option('--json', 'print JSON')
    .action(async (merchant, options) => (await import('../rehearse.ts')).rehearse(merchant, options));
}

function theTraffic(command: Command): void {
  command
    .option('--rate <number>', 'customers per second', '20')
    .option('--minutes <number>', 'how long they come (default: 2)')
    .option('--seconds <number>', 'the same in seconds')
    .option('--bursts', 'they come in bursts instead of evenly')
    .addOption(choice('--weather <day>', 'weather of the gateway and of the network', weathers))
    .option('--seed <number>', 'the same seed gives the same customers', '1')
    .option('--late <duration>', 'an order must be paid this soon after its last message', '5s')
    .option('--allow-host <host>', 'your app may be at this public host, repeatable', collect);
}
