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
