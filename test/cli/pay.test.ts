import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandsOf } from '../support/commands.ts';
import { testFolder } from '../support/data-file.ts';
import { freshMerchant, freshRawMerchant } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';
import { isGenuine } from '../support/verifier.ts';

const secretKey = 'demo_secret_key';

describe('pay makes one payment as an app would', () => {
  it.each(['walletA', 'walletB'])('%s: verify, the code, confirm', async (gateway) => {
    const { run, sandbox } = await commandsOf();
    const { code, stdout, stderr } = await run('pay', gateway, '--invoice', 'W-1', '--amount', '12.50');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^verify +200, process_id \d+, 12\.50 LYD$/m);
    expect(stdout).toMatch(/^code +\d{4,6} arrived on 09\d{8}$/m);
    expect(stdout).toMatch(/^confirm +200, invoice W-1, transaction 100001$/m);
    expect(stdout).toContain(`\nPaid. ${gateway} sends no callback:`);
    expect((await sandbox.control('transactions')).data).toMatchObject([
      { gateway, invoice_no: 'W-1', status: 'completed', mode: 'test' },
    ]);
  });

  it.each(['localbankcards', 'cardgw'])(
    '%s: the callback and the customer reach the return URL',
    async (gateway) => {
      const app = await freshMerchant();
      const { run } = await commandsOf();
      const { code, stdout, stderr } = await run('pay', gateway, '--return-url', `${app.url}/return?shop=1`);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('\nPaid, and your app accepted the callback.\n');
      expect(stdout).toContain('answered 200 in ');
      const [one, other] = app.arrivals.map(({ url }) => new URL(url, app.url));
      expect(app.arrivals).toHaveLength(2);
      expect(one?.href).toBe(other?.href);
      expect(
        isGenuine(
          [...(one?.searchParams ?? [])].filter(([name]) => name !== 'shop'),
          secretKey,
        ),
      ).toBe(true);
    },
  );

  it('aggregator: the callback is posted, and the customer comes back elsewhere', async () => {
    const app = await freshMerchant();
    const { run } = await commandsOf();
    const { code, stdout } = await run('pay', 'aggregator', ...urlsOf(app.url), '--mobile', '0923456789');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ +signed gateway=aggregator&approved=1&amount=10\.00&invoice_no=PAY-/m);
    expect(stdout).toContain('\nPaid, and your app accepted the callback.\n');
    expect(app.arrivals.map(({ method, url }) => `${method} ${url.split('?')[0]}`).toSorted()).toEqual([
      'GET /return',
      'POST /callback',
    ]);
  });

  it("by the user's own name for a gateway", async () => {
    const cwd = testFolder();
    writeFileSync(join(cwd, 'names.json'), JSON.stringify({ names: { walletA: 'acmepay' } }));
    const { run } = await commandsOf(['--config', 'names.json'], { cwd });
    expect((await run('pay', 'acmepay')).stdout).toContain('\nPaid. acmepay sends no callback:');
    expect((await run('pay', 'walletA')).stdout).toContain('\nPaid. acmepay sends no callback:');
    expect(await run('pay', 'acmepy')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean "acmepay"?'),
    });
  });

  it('with the keys of the account that is asked for', async () => {
    const { run, json, sandbox } = await commandsOf();
    const { id } = await sandbox.control('accounts', { name: 'Other' });
    const { transaction_id: transaction } = await json('pay', 'walletB', '--account', id);
    expect((await sandbox.control(`transactions/${transaction}`)).account).toBe(id);
    expect(await run('pay', 'walletB', '--account', 'nobody')).toMatchObject({ code: 1 });
  });

  it('--json is one line: the steps, the answers and the verdict', async () => {
    const app = await freshMerchant();
    const { run } = await commandsOf();
    const { stdout } = await run('pay', 'aggregator', ...urlsOf(app.url), '--invoice', 'J-1', '--json');
    expect(stdout.trimEnd()).not.toContain('\n');
    expect(JSON.parse(stdout)).toMatchObject({
      gateway: 'aggregator',
      invoice_no: 'J-1',
      transaction_id: '100001',
      accepted: true,
      verdict: 'Paid, and your app accepted the callback.',
      callback: { status: 'delivered', attempts: [{ answer: { status: 200, body: 'ok' } }] },
      return: { status: 200, error: null },
    });
  });
});

describe('--order says what comes first, or does not come', () => {
  it.each([
    ['callback-first', ['POST /callback', 'GET /return']],
    ['return-first', ['GET /return', 'POST /callback']],
    ['callback-only', ['POST /callback']],
    ['return-only', ['GET /return']],
  ])('%s', async (order, expected) => {
    const app = await freshMerchant();
    const { run } = await commandsOf();
    expect((await run('pay', 'aggregator', ...urlsOf(app.url), '--order', order)).code).toBe(0);
    expect(app.arrivals.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual(expected);
  });
});

describe('--tamper forges the callback', () => {
  it('an app that takes it: 1; nobody comes back, for that would pay the order', async () => {
    const app = await freshMerchant();
    const { run } = await commandsOf();
    const { code, stdout } = await run('pay', 'aggregator', ...urlsOf(app.url), '--tamper', 'amount');
    expect(code).toBe(1);
    expect(stdout).toContain('\nYour app answered 200 to a forged callback (amount).');
    expect(app.arrivals.map(({ method }) => method)).toEqual(['POST']);
  });

  it('an app that refuses it: 0; one that breaks on it: 1; one that redirects proves nothing: 0', async () => {
    const { run } = await commandsOf();
    const forgedTo = async (status: string) => {
      const app = await freshRawMerchant(answering(status));
      return run('pay', 'cardgw', '--return-url', app.url, '--tamper', 'wrong-hash');
    };
    expect(await forgedTo('403 Forbidden')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\nYour app rejected the forged callback (wrong-hash) with 403.\n'),
    });
    expect(await forgedTo('500 Oops')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(
        '\nYour app broke on a forged callback (wrong-hash): it answered 500.\n',
      ),
    });
    expect(await forgedTo('302 Found')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        '\nYour app redirected a forged callback (wrong-hash) with 302. Check that its order is not paid.\n',
      ),
    });
  });
});

describe('--outcome says how the payment ends', () => {
  it.each([
    [['cardgw', 'canceled'], 'canceled', 2, 'Canceled, and your app accepted the callback.'],
    [
      ['aggregator', 'canceled'],
      'canceled',
      1,
      'Canceled, and your app showed the customer a page. No callback is sent for this.',
    ],
    [['cardgw', 'declined'], 'declined', 0, 'Declined. Nothing is sent to your app for this outcome.'],
    [['localbankcards', 'expired'], 'expired', 0, 'Expired. Nothing is sent to your app for this outcome.'],
    [
      ['cardgw', 'failed'],
      'completed',
      1,
      'Your app answered 200 to a callback with approved=0. Check that its order is not paid.',
    ],
  ])('%j', async ([gateway = '', outcome = ''], status, arrivals, verdict) => {
    const app = await freshMerchant();
    const { run, sandbox } = await commandsOf();
    const urls = gateway === 'aggregator' ? urlsOf(app.url) : ['--return-url', app.url];
    const { code, stdout } = await run('pay', gateway, ...urls, '--outcome', outcome);
    expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, verdict]);
    expect(app.arrivals).toHaveLength(arrivals);
    expect((await sandbox.control('transactions')).data[0].status).toBe(status);
  });

  it('an amount that the page declines is paid, and pay says so', async () => {
    const { run, sandbox } = await commandsOf();
    const { stdout } = await run('pay', 'localbankcards', '--amount', '0400.02');
    expect(stdout).toMatch(
      /^customer +paid, though the checkout page declines 0400\.02 \(insufficient_funds\): --outcome declined$/m,
    );
    expect((await sandbox.control('transactions')).data[0].status).toBe('completed');
    expect((await run('pay', 'cardgw', '--amount', '400.02', '--outcome', 'declined')).stdout).toMatch(
      /^customer +tried to pay, and was declined for good$/m,
    );
  });

  it.each([
    ['declined', 'CONFIRMATION_ERROR'],
    ['expired', 'OTP_EXPIRED'],
  ])('a wallet that is %s', async (outcome, refusal) => {
    const { run, sandbox } = await commandsOf();
    const { code, stdout } = await run('pay', 'walletB', '--outcome', outcome);
    expect(code).toBe(0);
    expect(stdout).toContain(refusal);
    expect(stdout).toContain('\nNot paid, as asked: walletB refused the confirm.');
    expect((await sandbox.control('transactions')).data).toEqual([]);
  });
});

function urlsOf(url: string): string[] {
  return ['--callback-url', `${url}/callback`, '--return-url', `${url}/return`];
}
