import { describe, expect, it } from 'vitest';
import { cliResult, runCli } from '../support/cli.ts';
import { commandsOf } from '../support/commands.ts';
import { freshHoldingMerchant, freshSandbox } from '../support/fresh.ts';

describe('Wrong flags are one sentence, exit code 2', () => {
  it.each([
    [
      ['walletC'],
      'There is no gateway "walletC". The gateways are walletA, walletB, localbankcards, cardgw, aggregator. Did you mean "walletA"?',
    ],
    [
      ['walletA', '--outcome', 'payed'],
      '--outcome "payed" is not one of paid, canceled, declined, expired, failed. Did you mean "paid"?',
    ],
    [
      ['cardgw', '--order', 'callback'],
      '--order "callback" is not one of together, callback-first, return-first, callback-only, return-only.',
    ],
    [
      ['cardgw', '--tamper', 'ammount'],
      '--tamper "ammount" is not one of wrong-hash, no-hash, lower-case-hash, amount, invoice, approved-0, both-flags, types. Did you mean "amount"?',
    ],
    [['cardgw', '--amount', 'ten'], '--amount "ten" is not an amount: write it as 10, 10.5 or 10.50.'],
    [['cardgw', '--amount', '0'], '--amount "0" is not more than zero: write it as 10, 10.5 or 10.50.'],
    [
      ['cardgw', '--return-url', 'localhost:3000'],
      '--return-url "localhost:3000" is not an http or https address.',
    ],
    ...[
      'http://localhost:30000000/',
      'http://localhost:3000:80/',
      'http://my app/',
      'http://[::1/',
      'http://%zz/',
    ].map((url): [string[], string] => [
      ['cardgw', '--return-url', url],
      `--return-url ${JSON.stringify(url)} is not an http or https address.`,
    ]),
    [['cardgw', '--timeout', 'soon'], '--timeout "soon" is not a duration such as 2s or 500ms, at most 10m.'],
    [['cardgw', '--timeout', '0s'], '--timeout "0s" leaves no time at all.'],
    [
      ['walletA', '--callback-url', 'http://a.test'],
      'walletA sends no callback and has no return, because the response of confirm says whether it is paid. Leave out --callback-url.',
    ],
    [
      ['walletB', '--outcome', 'canceled'],
      '--outcome canceled needs a checkout page, and walletB has none. It can be paid, declined (wrong code) or expired (code too old).',
    ],
    [
      ['cardgw', '--callback-url', 'http://a.test'],
      'cardgw sends its callback to the return URL. Use --return-url instead of --callback-url.',
    ],
    [['cardgw', '--mobile', '0912345678'], 'cardgw takes no mobile number. Leave out --mobile.'],
    [
      ['cardgw', '--outcome', 'failed', '--tamper', 'types'],
      '--outcome failed is a callback with approved=0, which --tamper types would replace. Use one of the two.',
    ],
    [
      ['cardgw', '--outcome', 'expired', '--tamper', 'types'],
      'Nothing is sent to your app for --outcome expired. Leave out --tamper.',
    ],
    [
      ['aggregator', '--order', 'callback-only'],
      '--order callback-only sends a callback: name its address with --callback-url.',
    ],
    [
      ['aggregator', '--order', 'together', '--callback-url', 'http://a.test'],
      '--order together needs a page that customers come back to: name it with --return-url.',
    ],
    [['cardgw', '--amount', '501'], /^cardgw confirm was refused: \d+ AMOUNT_EXCEEDED_MAXIMUM: /],
    [['walletA', '--mobile', '12'], /^walletA verify was refused: 422 INVALID_INPUTS: .*mobile_number/],
  ])('pay %j', async (args, sentence) => {
    const sandbox = await freshSandbox();
    const { code, stdout, stderr } = await cliResult(['pay', ...args, '--url', await sandbox.listen()]);
    expect([code, stdout]).toEqual([2, '']);
    if (typeof sentence === 'string') expect(stderr).toBe(`${sentence}\n`);
    else expect(stderr).toMatch(sentence);
    expect((await sandbox.control('transactions')).json.data).toEqual([]);
  });
});

describe('pay ends', () => {
  it('with one sentence when no sandbox runs', async () => {
    expect(await cliResult(['pay', 'walletA', '--url', 'http://127.0.0.1:9'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No sandbox answers at http:\/\/127\.0\.0\.1:9\..*\n$/),
    });
  });

  it('with a suggestion, too, if the gateway looks misspelled', async () => {
    expect(await cliResult(['pay', 'cardgq', '--url', 'http://127.0.0.1:9'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^No sandbox answers at .* "cardgq" is not one of the default gateways, either\. Did you mean "cardgw"\?\n$/,
      ),
    });
  });

  it('when the sandbox hangs', async () => {
    const { url } = await freshHoldingMerchant();
    expect(await cliResult(['pay', 'walletA', '--url', url, '--timeout', '300ms'])).toMatchObject({
      code: 1,
      stderr: 'The sandbox did not answer within 300 ms.\n',
    });
  });

  it('when a fault answers instead of the API', async () => {
    const { run, sandbox } = await commandsOf();
    await sandbox.control('faults', { effect: { http_status: 502, body: 'html' } });
    expect(await run('pay', 'walletA')).toMatchObject({
      code: 1,
      stderr: "walletA/verify answered 502 with something other than the API's JSON: is a fault active?\n",
    });
  });

  it('when no code ever comes', async () => {
    const { run, json } = await commandsOf();
    const { mobile_numbers: numbers } = await json('magic');
    const isSilent = (each: { no_code?: boolean; gateway: string }) =>
      each.no_code && each.gateway === 'walletA';
    const { number } = numbers.find(isSilent);
    expect(await run('pay', 'walletA', '--mobile', number, '--timeout', '2s')).toMatchObject({
      code: 1,
      stderr: `No code for ${number} came within 2 s. Some magic numbers never get one.\n`,
    });
  });

  it('at Ctrl-C, with exit code 130 and a word on what stays', async () => {
    const app = await freshHoldingMerchant();
    const { sandbox } = await commandsOf();
    const cli = runCli(['pay', 'aggregator', '--callback-url', app.url, '--url', sandbox.url]);
    await cli.printed(/^customer /m);
    cli.process.kill('SIGINT');
    expect(await cli.ended).toMatchObject({
      code: 130,
      stderr: '\nStopped. What was sent to the sandbox stays there.\n',
    });
  });
});
