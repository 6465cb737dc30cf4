import { describe, expect, it } from 'vitest';
import { commandsOf } from '../support/commands.ts';
import { freshMerchant, freshRawMerchant } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';

const browser = ['--set', 'card.callback=browser'];
const onlyReturn =
  'Your app was not called: the setting `card.callback` is "browser", so only the return brings the result.';

describe('With card.callback at browser, only the return brings the result of a card', () => {
  it.each([
    ['cardgw', '--tamper wrong-hash', 'Your app rejected the forged return (wrong-hash) with 400.'],
    ['localbankcards', '--tamper no-hash', 'Your app rejected the forged return (no-hash) with 400.'],
    ['cardgw', '--outcome failed', 'Your app answered 400 to a return with approved=0. Check that'],
  ])('%s %s sends the forged return', async (gateway, flags, verdict) => {
    const app = await freshRawMerchant(answering('400 Bad Request'));
    const { run } = await commandsOf(browser);
    expect(await run('pay', gateway, '--return-url', app.url, ...flags.split(' '))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`\n${verdict}`),
    });
  });

  it('an app that accepts the forged return fails', async () => {
    const app = await freshMerchant();
    const { run } = await commandsOf(browser);
    const { code, stdout } = await run('pay', 'cardgw', '--return-url', app.url, '--tamper', 'wrong-hash');
    expect([code, app.arrivals.length]).toEqual([1, 1]);
    expect(stdout).toContain('\nYour app answered 200 to a forged return (wrong-hash).');
  });

  it.each([
    ['--order callback-only', 0, `Paid. ${onlyReturn} \`--order return-only\` sends it.\n`],
    [
      '--order callback-only --tamper wrong-hash',
      1,
      `Paid. ${onlyReturn} \`--order return-only\` sends it. The forged callback was not sent, so nothing was tested.\n`,
    ],
  ])('%s sends nothing, and says why', async (flags, expected, verdict) => {
    const app = await freshMerchant();
    const { run } = await commandsOf(browser);
    const { code, stdout } = await run('pay', 'cardgw', '--return-url', app.url, ...flags.split(' '));
    expect([code, app.arrivals]).toEqual([expected, []]);
    expect(stdout).toContain(`\n${verdict}`);
  });

  it('a payment without a return address asks for one', async () => {
    const { run } = await commandsOf(browser);
    const { stdout } = await run('pay', 'cardgw');
    expect(stdout).toContain(`\nPaid. ${onlyReturn} Give its address with --return-url.\n`);
  });

  it('no callback is called lost, whatever the setting callback.order says', async () => {
    const app = await freshMerchant();
    const { run } = await commandsOf([...browser, '--set', 'callback.order=return-only']);
    const { stdout } = await run('pay', 'cardgw', '--return-url', app.url);
    expect(stdout).toContain('No callback is sent for this.\n');
  });
});
