import { type Command, InvalidArgumentError } from 'commander';

/** Starts the demo shop and its own sandbox in one command. */
export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('start a sandbox and a small shop that takes payments through it, and open the shop')
    .option(
      '--port <n>',
      'port of the sandbox; 0 for a free one (default: the configured port, or 4700)',
      port,
    )
    .option('--shop-port <n>', 'port of the shop; 0 for a free one (default: the one after)', port)
    .option('--no-open', 'do not open the shop in the browser')
    .option('--no-log', 'print no live log in the terminal')
    .option('--url <url>', 'use the sandbox that runs there instead of starting one')
    .option('--token <token>', 'the token that it printed at start (GATEWAY_SANDBOX_TOKEN)')
    .option('--json', 'print one line of JSON once both are ready, and open nothing')
    .action(async (options) => (await import('../demo.ts')).demo(options));
}

/** Starts the same shop along with `start`. */
export function demoFlags(start: Command): Command {
  return start
    .option('--demo', 'start the demo shop too')
    .option('--shop-port <n>', 'its port; 0 for a free one (default: the one after the sandbox)', port);
}

function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
}
