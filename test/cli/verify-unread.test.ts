import { expect, it } from 'vitest';
import { commandsOf } from '../support/commands.ts';

it.each(['Array([gateway] => cardgw [hashed] => AB)', 'Parameters: {"gateway"=>"a","hashed"=>"AB"}'])(
  'verify gives no verdict about a message that it cannot read: %s',
  async (text) => {
    const { run } = await commandsOf();
    expect(await run('verify', text)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^There is nothing to verify\.\nno-message: The text has the word /),
    });
  },
);

it.each(['approved=1', 'approved=1&invoice_no=7', 'No hashed came with GET /return?approved=1&invoice_no=7'])(
  'verify without a hash is wrong usage: %s',
  async (text) => {
    const { run } = await commandsOf();
    expect(await run('verify', text)).toMatchObject({
      code: 2,
      stderr: 'There is no hashed to check. Add it to the fields, or set it with --hashed HEX.\n',
    });
  },
);
