import { expect, it } from 'vitest';
import { commandsOf } from '../support/commands.ts';
import { freshRawMerchant } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';

it.each([
  ['--outcome failed', 'Your app answered 404 to a callback with approved=0.'],
  ['--tamper wrong-hash', 'Your app rejected the forged callback (wrong-hash) with 404.'],
])('pay %s names --invoice to an app that may not know the order', async (flags, verdict) => {
  const app = await freshRawMerchant(answering('404 Not Found'));
  const { run } = await commandsOf();
  const { code, stdout } = await run('pay', 'cardgw', '--return-url', app.url, ...flags.split(' '));
  expect(code).toBe(0);
  expect(stdout).toContain(
    `\n${verdict} Unless your handler answered that, check the address, and that an order with this invoice number exists (--invoice).\n`,
  );
});
