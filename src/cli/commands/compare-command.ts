import type { Command } from 'commander';

/** Compares the sandbox with the live service. The action is loaded on demand to keep `start` fast. */
export function compareCommand(program: Command): void {
  program
    .command('compare')
    .description(
      "compare the sandbox with your provider's own test mode: safe calls, a verdict for each assumption",
    )
    .option('--base-url <url>', "your provider's base URL, without /api/v1")
    .option('--api-key <key>', 'your API key (COMPARE_API_KEY)')
    .option('--access-token <token>', 'your test token (COMPARE_ACCESS_TOKEN)')
    .option(
      '--mobile-number <number>',
      'your own number: the wallets send codes to it; without it, wallets are left out',
    )
    .option('--allow-lock', 'also send wrong codes until the number is locked')
    .option('--live', 'the token is a live one: only calls that pay nothing, after you type the host name')
    .option('--dry-run', 'show every call, and send none')
    .option('--pause <duration>', 'between two calls', '1s')
    .option('--timeout <duration>', 'how long the service may take to answer a call', '15s')
    .option('--config <file>', 'config file to compare with')
    .option('--write', 'write the settings that were found into the config file')
    .option('--report <file>', 'keep the results in this file; an interrupted comparison continues from it')
    .option('--html <file>', 'write the result to this file as a web page')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('../compare.ts')).compare(options));
}
