import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliResult } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { startedCheckout } from '../support/merchant-app.ts';
import { started } from '../support/started.ts';
import { audit, booksOf, handlersOf } from './audit-cli.ts';
import { wordShop } from './word-shop.ts';

const names = { cardgw: 'visa', aggregator: 'acme' };
const words = { localbankcards: 'localbankcards', visa: 'visa', acme: 'acme' };

function configured(): string[] {
  const file = join(testFolder(), 'config.json');
  writeFileSync(file, JSON.stringify({ names }));
  return ['--config', file];
}

describe('with names for the gateways', () => {
  it('an audit passes a right shop, which gets these names in orders and in messages', async () => {
    const url = await wordShop(words);
    const { code, stdout, stderr } = await audit(
      ...configured(),
      ...handlersOf(url),
      ...booksOf(url),
      '--json',
    );
    expect([code, stderr]).toEqual([0, '']);
    const { summary, results } = JSON.parse(stdout);
    expect(summary).toEqual({ pass: 51, fail: 0, open: 0 });
    expect([...new Set(results.map(({ gateway }: { gateway: string }) => gateway))]).toEqual(
      Object.values(words),
    );
  });

  it('a rehearsal passes it too', async () => {
    const url = await wordShop(words);
    const flags = [...configured(), ...handlersOf(url), ...booksOf(url), '--timeout', '5m', '--late', '5m'];
    const day = ['--rate', '20', '--seconds', '3.5', '--gateway', 'visa', '--gateway', 'acme', '--json'];
    const { code, stdout } = await cliResult(['rehearse', ...flags, ...day]);
    const { problems, customers } = JSON.parse(stdout);
    expect([code, problems]).toEqual([0, []]);
    expect([...new Set(customers.map(({ gateway }: { gateway: string }) => gateway))]).toEqual([
      'acme',
      'visa',
    ]);
  });

  it.each(['audit', 'rehearse'])('%s refuses a shop that opens one gateway for all', async (command) => {
    const sandbox = await started({ names: { cardgw: 'mpgs' } });
    const url = await wordShop({ ...words, mpgs: 'mpgs' }, (shopUrl, invoice_no, amount) =>
      startedCheckout(sandbox, 'cardgw', shopUrl, { invoice_no, amount }),
    );
    const { code, stdout, stderr } = await cliResult([command, '--url', sandbox.url, ...booksOf(url)]);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      'The audit asked for an order with localbankcards, but your app opened a checkout of mpgs.\n',
    ]);
    const right = await audit(
      '--url',
      sandbox.url,
      ...booksOf(url),
      '--gateway',
      'mpgs',
      '--only',
      'genuine',
    );
    expect([right.code, right.stdout]).toEqual([0, expect.stringMatching(/^\nmpgs\n {2}pass /)]);
  });

  it('--gateway accepts the token as well as the name, which a message for people has', async () => {
    const url = await wordShop(words);
    const flags = [...configured(), ...handlersOf(url), ...booksOf(url), '--only', 'genuine'];
    for (const word of ['cardgw', 'visa']) {
      const { code, stdout } = await audit(...flags, '--gateway', word, '--gateway', 'visa');
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^\nvisa\n[^\n]+\n\n1 passed, /)]);
    }
    const unknown = await audit(...flags, '--gateway', 'mastercard');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      'There is no gateway "mastercard" with callbacks. There are localbankcards, visa, acme.\n',
    ]);
    const noCallback = await audit(...configured(), '--return-url', url);
    expect([noCallback.code, noCallback.stderr]).toEqual([
      2,
      "Name the handler of acme's callbacks with --callback-url, or leave it out: --gateway localbankcards --gateway visa\n",
    ]);
  });

  it('a shop with words of its own gets them from --order-form', async () => {
    const url = await wordShop({ card: 'visa' });
    const flags = [...configured(), ...handlersOf(url), ...booksOf(url), '--gateway', 'visa'];
    const wrong = await audit(...flags);
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^No order with visa could be created at .*: it answered 422: no gateway visa\n$/,
      ),
    ]);
    const form = ['--order-form', 'gateway=card&amount={amount}&invoice_no={invoice}'];
    const right = await audit(...flags, ...form, '--only', 'genuine');
    expect([right.code, right.stdout]).toEqual([0, expect.stringContaining('\n1 passed, 0 failed, 0 left')]);
  });
});
