import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cases } from '../../src/audit/cases.ts';
import { testFolder } from '../support/data-file.ts';
import { freshMerchant } from '../support/fresh.ts';
import { startedCheckout } from '../support/merchant-app.ts';
import { started } from '../support/started.ts';
import { audit, booksOf, handlersOf } from './audit-cli.ts';
import { junitIn } from './junit.ts';
import { orderShop } from './order-shop.ts';

const ids = cases.map(({ id }) => id);

describe('audit with a sandbox of its own', () => {
  it('passes a good merchant with every gateway that calls back, and tells it as JSON and as JUnit', async () => {
    const { url } = await orderShop();
    const report = join(testFolder(), 'audit.xml');
    const ended = await audit(...handlersOf(url), ...booksOf(url), '--json', '--junit', report);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const { summary, results } = JSON.parse(ended.stdout);
    expect(summary).toEqual({ pass: 3 * ids.length, fail: 0, open: 0 });
    expect(results.slice(0, ids.length).map((each: { case: string }) => each.case)).toEqual(ids);
    const junit = junitIn(readFileSync(report, 'utf8'));
    expect(junit).toMatchObject({ tests: '51', failures: '0', errors: '0', skipped: '0' });
    expect(junit.suites.map(({ name }) => name)).toEqual(['localbankcards', 'cardgw', 'aggregator']);
    expect(junit.suites[2]?.cases.map(({ name }) => name)).toEqual(ids);
  });

  it('signs with the secret key that the merchant has', async () => {
    const { url } = await orderShop('sk_of_the_merchant');
    const flags = [...handlersOf(url), ...booksOf(url), '--gateway', 'cardgw', '--only', 'forged-hash'];
    const wrong = await audit(...flags);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toMatch(
      /^\ncardgw\n {2}fail {2}genuine {9}A genuine callback answered 400 "bad-hash": for the gateway it is not delivered\.\n +Compare hashed/,
    );
    expect(wrong.stdout).toMatch(/ {2}open {2}forged-hash .* genuine messages do not pay it either/);
    const right = await audit(...flags, '--secret-key', 'sk_of_the_merchant');
    expect([right.code, right.stdout]).toEqual([
      0,
      `
cardgw
  pass  genuine         Callback answered 200; the order is paid.
  pass  forged-hash     Callback answered 400; the order reads "pending", and paid after the genuine callback.

2 passed, 0 failed, 0 left open.
`,
    ]);
  });

  it('sends what the given settings say', async () => {
    const { url } = await orderShop();
    const flags = [...handlersOf(url), ...booksOf(url), '--gateway', 'cardgw', '--only', 'callback-only'];
    const { code, stdout } = await audit(...flags, '--set', 'card.callback=browser');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        / pass {2}genuine {9}Return answered 200 at \/orders\/[0-9a-f-]+; .*\n {2}open {2}callback-only {3}Skipped: /,
      ),
    ]);
  });

  it('makes orders and reads them by commands, which get the variables of exec', async () => {
    const { url } = await orderShop();
    const orderCmd = `test -n "$GATEWAY_URL" && curl -s ${url}/make -d gateway={gateway}`;
    const checkCmd = `curl -s -H 'Accept: application/json' ${url}/orders/{invoice}`;
    const flags = [...handlersOf(url), '--order-cmd', orderCmd, '--check-cmd', checkCmd];
    const which = ['--gateway', 'aggregator', '--only', 'canceled', '--paid-when', '^paid$'];
    const { code, stdout } = await audit(...flags, ...which);
    expect([code, stdout]).toEqual([0, expect.stringContaining('the order reads "failed"')]);
  });

  it('leaves open what the answers alone do not tell; --fail-on-open makes that a failure', async () => {
    const merchant = await freshMerchant();
    const flags = [...handlersOf(merchant.url), '--gateway', 'localbankcards'];
    const { code, stdout } = await audit(...flags);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\n0 passed, 0 failed, 17 left open\.\nAn answer alone proves little: --check-url/,
    );
    expect(stdout).toMatch(
      / open {2}no-hash {9}Callback answered 200, as to a genuine one\. Whether the order stayed unpaid is left open/,
    );
    const report = join(testFolder(), 'audit.xml');
    const strict = await audit(...flags, '--only', 'no-hash', '--fail-on-open', '--junit', report);
    expect(strict.code).toBe(1);
    expect(junitIn(readFileSync(report, 'utf8'))).toMatchObject({ failures: '2', skipped: '0' });
  });

  it('fills the invoice number into the addresses of the handlers', async () => {
    const merchant = await freshMerchant();
    const flags = ['--return-url', `${merchant.url}/orders/{invoice}/return`, '--gateway', 'localbankcards'];
    await audit(...flags, '--only', 'genuine');
    const [callback] = merchant.arrivals;
    const invoiceNo = new URL(callback?.url ?? '', merchant.url).searchParams.get('invoice_no');
    expect(invoiceNo).toMatch(/^AUDIT-[0-9A-F]{12}$/);
    expect(callback?.url).toMatch(
      new RegExp(`^/orders/${invoiceNo}/return\\?gateway=localbankcards&approved=1&`),
    );
  });

  it('plays nothing more when a genuine callback gets no answer', async () => {
    const merchant = await freshMerchant();
    await merchant.close();
    // A report that cannot be written does not take the result away.
    const full = existsSync('/dev/full') ? ['--junit', '/dev/full'] : [];
    const { code, stdout, stderr } = await audit(...handlersOf(merchant.url), '--gateway', 'cardgw', ...full);
    expect(code).toBe(1);
    if (full.length > 0)
      expect(stderr).toMatch(/^The JUnit report \/dev\/full cannot be written: ENOSPC[^\n]*\n$/);
    expect(stdout).toContain('fail  genuine         A genuine callback got no answer');
    expect(stdout).toContain('\n0 passed, 1 failed, 16 left open.\n');
  });
});

describe('audit with a sandbox that runs', () => {
  it('takes a redirect to the checkout for an order', async () => {
    const sandbox = await started();
    const merchant = await freshMerchant();
    merchant.answerWith(303, { Location: await startedCheckout(sandbox, 'cardgw', merchant.url) });
    const flags = ['--order-url', merchant.url, '--gateway', 'cardgw', '--only', 'genuine'];
    const { code, stdout } = await audit('--url', sandbox.url, ...flags);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('open  genuine         Callback answered 303.'),
    ]);
    const paid = merchant.arrivals.find(({ url }) => url.includes('hashed='));
    expect(paid?.url).toMatch(/^\/.*gateway=cardgw&approved=1&amount=/);
  });

  it('says so when the merchant opens its checkouts elsewhere', async () => {
    const [ours, other] = [await started(), await started()];
    const merchant = await freshMerchant();
    merchant.answerWith(303, { Location: `${other.url}/checkout?token=${'0'.repeat(32)}` });
    const { code, stderr } = await audit('--url', ours.url, '--order-url', merchant.url);
    expect([code, stderr]).toEqual([
      1,
      `Your app opened its checkout at ${other.url}, but this audit uses the sandbox at ${ours.url}. Set --url ${other.url}.\n`,
    ]);
  });

  it('says so when the merchant opens a checkout of another gateway', async () => {
    const sandbox = await started();
    const merchant = await freshMerchant();
    merchant.answerWith(303, { Location: await startedCheckout(sandbox, 'cardgw', merchant.url) });
    const flags = ['--order-url', merchant.url, '--gateway', 'localbankcards'];
    const { code, stderr } = await audit('--url', sandbox.url, ...flags);
    expect([code, stderr]).toEqual([
      1,
      'The audit asked for an order with localbankcards, but your app opened a checkout of cardgw.\n',
    ]);
  });

  it('needs one there', async () => {
    const { code, stderr } = await audit(
      '--url',
      'http://127.0.0.1:9',
      '--return-url',
      'http://127.0.0.1:9/r',
      '--gateway',
      'cardgw',
    );
    expect([code, stderr]).toEqual([
      1,
      'No sandbox answers at http://127.0.0.1:9. Start one with `gateway-sandbox`, name another one with --url URL, or leave --url out.\n',
    ]);
  });
});
