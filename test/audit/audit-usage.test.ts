import { describe, expect, it } from 'vitest';
import { cases } from '../../src/audit/cases.ts';
import { audit, booksOf, handlersOf } from './audit-cli.ts';
import { orderShop } from './order-shop.ts';

describe('audit cannot begin', () => {
  it.each([
    [['--order-url', '/make'], '--order-url "/make" is not an http or https address.'],
    [
      ['--return-url', 'http://127.0.0.1:1/r'],
      "Name the handler of aggregator's callbacks with --callback-url, or leave it out: --gateway localbankcards --gateway cardgw",
    ],
    [['--callback-url', 'http://127.0.0.1:1/c'], 'Name the handler of returns with --return-url.'],
    [
      ['--order-cmd', 'x', '--check-cmd', 'cat state'],
      '--check-cmd must say which order it reads: put {invoice} in place of the invoice number.',
    ],
    [
      ['--order-cmd', 'x', '--gateway', 'walletA'],
      'walletA sends no callback and no return: your app learns the result from the response to confirm. There is nothing to audit.',
    ],
    [
      ['--order-cmd', 'x', '--gateway', 'card'],
      'There is no gateway "card" with callbacks. There are localbankcards, cardgw, aggregator.',
    ],
    [
      ['--order-cmd', 'x', '--only', 'forged-has'],
      'There is no case "forged-has". Did you mean "forged-hash"?',
    ],
    [
      ['--order-cmd', 'x', '--slow', '2'.repeat(9)],
      '--slow "222222222" is not a duration such as 2s or 500ms, at most 10m.',
    ],
    [
      ['--order-cmd', 'x', '--amount', 'abc'],
      '--amount "abc" is not an amount: write it as 10, 10.5 or 10.50.',
    ],
    [
      ['--order-cmd', 'x', '--order-url', 'http://127.0.0.1:1/o'],
      "error: option '--order-cmd <command>' cannot be used with option '--order-url <url>'\n(--help lists what there is)",
    ],
    [
      ['--order-cmd', 'x', '--order-form', 'a=b'],
      "error: option '--order-cmd <command>' cannot be used with option '--order-form <form>'\n(--help lists what there is)",
    ],
    [
      ['--return-url', 'http://127.0.0.1:1/r', '--order-form', 'a=b'],
      '--order-form is posted to --order-url: name that too.',
    ],
    [
      ['--order-cmd', 'x', '--check-cmd', 'cat {invoice}', '--check-url', 'http://127.0.0.1:1/{invoice}'],
      "error: option '--check-cmd <command>' cannot be used with option '--check-url <url>'\n(--help lists what there is)",
    ],
    [['--order-cmd', 'x', '--timeout', '0'], '--timeout "0" leaves no time at all.'],
    [['--order-cmd', 'x', '--paid-when', '('], '--paid-when "(" is not a regular expression.'],
    [
      ['--order-cmd', 'x', '--url', 'http://127.0.0.1:1', '--secret-key', 'k'],
      'The sandbox at http://127.0.0.1:1 signs with the secret key of its own account: leave --secret-key out, and choose an account with --account ID.',
    ],
    [
      ['--order-cmd', 'x', '--set', 'card.callback=server', '--set', 'callback.timeout=3s'],
      'The temporary sandbox of this command does not take --set callback.timeout. Use --timeout.',
    ],
    [
      ['--order-cmd', 'x', '--set', 'rate_limit={"requests":1,"period":"1m"}'],
      'The temporary sandbox of this command does not take --set rate_limit. Start a sandbox with that setting, and name it with --url.',
    ],
  ])('with %j', async (flags, sentence) => {
    expect(await audit(...flags)).toMatchObject({ code: 2, stdout: '', stderr: `${sentence}\n` });
  });

  it('with a JUnit report that cannot be written, before anything runs', async () => {
    for (const file of ['none/a.xml', '.', '']) {
      const { code, stdout, stderr } = await audit('--order-cmd', 'x', '--junit', file);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^The JUnit report [^\n]* cannot be written: [^\n]*Name another file[^\n]*\n$/);
    }
  });

  it('without a word about the merchant: it shows a whole command', async () => {
    const { code, stderr } = await audit();
    expect(code).toBe(2);
    expect(stderr).toContain('  gateway-sandbox audit \\\n    --callback-url http://127.0.0.1:3000/callback');
  });

  it('when an order that nobody has paid reads as paid', async () => {
    const { url } = await orderShop();
    const { code, stderr } = await audit(...handlersOf(url), ...booksOf(url), '--paid-when', '.');
    expect([code, stderr]).toEqual([
      1,
      'An order that nobody has paid reads "pending", which counts as paid. Set --paid-when to what a paid order reads; with a double quote in it, it is matched against the whole answer.\n',
    ]);
  });

  it('with an account that there is none of', async () => {
    const { code, stderr } = await audit('--order-cmd', 'x', '--account', 'nobody');
    expect([code, stderr]).toEqual([1, expect.stringContaining('nobody')]);
  });

  it.each([
    [
      '--order-url',
      '/nowhere',
      /^No order with localbankcards could be created at .*\/nowhere: it answered 404: /,
    ],
    [
      '--check-url',
      '/nowhere/{invoice}',
      /\/nowhere\/SHOP-[0-9A-F]{16} does not return the order's state: it answered 404\. Does your app know this order\?/,
    ],
    [
      '--order-cmd',
      'echo no database >&2; exit 3',
      /^The command `echo no database >&2; exit 3` ended with code 3: no database\. If your app does not take localbankcards, leave it out: --gateway cardgw --gateway aggregator\n$/,
    ],
    [
      '--order-cmd',
      'sleep 2; echo late',
      /^The command `sleep 2; echo late` took longer than 0\.3 s\.\n$/,
      '300ms',
    ],
  ])('when %s fails: %s', async (flag, value, message, timeout = '30s') => {
    const { url } = await orderShop();
    const orders = flag === '--order-cmd' ? [] : booksOf(url);
    const { code, stderr } = await audit(
      ...handlersOf(url),
      ...orders,
      flag,
      value.replace(/^\//, `${url}/`),
      '--timeout',
      timeout,
    );
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});

it('--list tells every case, and what a good handler does', async () => {
  const { stdout } = await audit('--list', '--json');
  expect(JSON.parse(stdout).data).toEqual(cases.map(({ run: _, ...words }) => words));
});
