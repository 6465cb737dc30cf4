import { describe, expect, it } from 'vitest';
import { commandsOf } from '../support/commands.ts';
import { freshHoldingMerchant, freshMerchant, freshRawMerchant } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';

const urlsOf = (url: string) => ['--callback-url', `${url}/callback`, '--return-url', `${url}/return`];
const set = (setting: string) => ['--set', setting];

/** What pay printed, and what reached the app. */
async function paid(flags: readonly string[], setting?: string) {
  const app = await freshMerchant();
  const { run } = await commandsOf(setting === undefined ? [] : set(setting));
  const { code, stdout } = await run('pay', 'aggregator', ...urlsOf(app.url), ...flags);
  const arrived = app.arrivals.map(({ method, url }) => `${method} ${url.split('?')[0]}`);
  return { code, stdout, arrived };
}

describe('Without --order, the order is what the sandbox chooses', () => {
  const orders: readonly (readonly [string, readonly string[]])[] = [
    ['callback-first', ['POST /callback', 'GET /return']],
    ['return-first', ['GET /return', 'POST /callback']],
    ['callback-only', ['POST /callback']],
    ['return-only', ['GET /return']],
  ];

  it.each(orders)('%s, by the setting', async (order, expected) => {
    const { code, stdout, arrived } = await paid([], `callback.order=${order}`);
    expect([code, arrived]).toEqual([0, expected]);
    expect(stdout).toContain(`\norder     ${order}, by the setting callback.order or the invoice number\n`);
  });

  it.each(orders)('%s, by a magic invoice number', async (order, expected) => {
    const { code, arrived } = await paid(['--invoice', `MAGIC-${order.toUpperCase()}-1`]);
    expect([code, arrived]).toEqual([0, expected]);
  });

  it('--order goes before both', async () => {
    const flags = ['--invoice', 'MAGIC-RETURN-ONLY-1', '--order', 'callback-only'];
    const { stdout, arrived } = await paid(flags, 'callback.order=return-first');
    expect(arrived).toEqual(['POST /callback']);
    expect(stdout).not.toContain('\norder ');
  });

  it('callback-first with a delay that is longer than the timeout says what to do', async () => {
    const app = await freshMerchant();
    const { run } = await commandsOf([...set('callback.order=callback-first'), ...set('callback.delay=1h')]);
    const { code, stderr } = await run('pay', 'aggregator', ...urlsOf(app.url), '--timeout', '2s');
    expect([code, app.arrivals]).toEqual([1, []]);
    expect(stderr).toBe(
      'The sandbox did not answer within 2 s. If the order is callback-first, it answers after the first callback, so --timeout must be longer than the callback’s delay.\n',
    );
  });

  it('a forged callback brings no customer back, whatever the setting says', async () => {
    const { arrived } = await paid(['--tamper', 'amount'], 'callback.order=return-first');
    expect(arrived).toEqual(['POST /callback']);
  });

  it.each([
    ['--tamper', 'no-hash', 'callback.order=return-only', 'forged callback'],
    ['--tamper', 'no-hash', 'callback.mode=manual', 'forged callback'],
    ['--tamper', 'no-hash', 'callback.delay=1h', 'forged callback'],
    ['--outcome', 'failed', 'callback.order=return-only', 'callback with approved=0'],
  ])('%s %s is not passed where %s keeps it from being sent', async (flag, value, setting, kind) => {
    const { code, stdout, arrived } = await paid([flag, value, '--timeout', '2s'], setting);
    expect([code, arrived]).toEqual([1, []]);
    expect(stdout).toContain(` The ${kind} was not sent, so nothing was tested.`);
    if (setting.startsWith('callback.order'))
      expect(stdout).toContain('whatever the setting `callback.order` says.');
  });

  it('a lost callback is not blamed on the flags', async () => {
    const app = await freshMerchant();
    const { run } = await commandsOf(set('callback.order=return-only'));
    const alone = await run('pay', 'aggregator', '--callback-url', app.url);
    expect(alone).toMatchObject({ code: 0, stdout: expect.not.stringContaining('--callback-url') });
    expect(alone.stdout).toContain(
      '\nPaid. Your app was not called: the order of the callback is `return-only`.\n',
    );
    const back = await run('pay', 'aggregator', ...urlsOf(app.url));
    expect(back.stdout).toContain('The callback was lost: its order is `return-only`.\n');
  });
});

describe('A callback that is not due yet is not blamed on the app', () => {
  it.each([
    ['with a long delay', 'callback.delay=20s', false],
    ['with a frozen clock', 'callback.delay=1s', true],
  ])('%s', async (_how, setting, isFrozen) => {
    const app = await freshMerchant();
    const { run } = await commandsOf(set(setting));
    if (isFrozen) await run('clock', 'freeze');
    const { code, stdout } = await run('pay', 'aggregator', '--callback-url', app.url, '--timeout', '2s');
    expect([code, app.arrivals]).toEqual([0, []]);
    expect(stdout).toContain('not sent yet (pending)\n');
    expect(stdout).toMatch(
      /\nPaid\. The callback was not due within 2 s, so your app has not received it: .+\n/,
    );
  });

  it('but one that the app does not answer is', async () => {
    const app = await freshHoldingMerchant();
    const { run } = await commandsOf();
    const { code, stdout } = await run('pay', 'aggregator', '--callback-url', app.url, '--timeout', '2s');
    expect(code).toBe(1);
    expect(stdout).toContain('\nPaid, but your app had not responded to the callback after 2 s.\n');
  });
});

describe("A card's return is forged like its callback, so --tamper with --order judges it as a forgery", () => {
  const forged = async (status: string, gateway: string, how: string, order: string, setting?: string) => {
    const app = await freshRawMerchant(answering(status));
    const { run } = await commandsOf(setting === undefined ? [] : set(setting));
    return run('pay', gateway, '--return-url', `${app.url}/back`, '--tamper', how, '--order', order);
  };

  it.each([
    ['cardgw', 'wrong-hash', 'callback-first'],
    ['cardgw', 'wrong-hash', 'together'],
    ['cardgw', 'wrong-hash', 'return-first'],
    ['localbankcards', 'no-hash', 'callback-first'],
  ])('%s, %s, %s: an app that rejects both: 0', async (gateway, how, order) => {
    const { code, stdout } = await forged('400 Bad Request', gateway, how, order);
    expect(stdout).toContain(`\nYour app rejected the forged callback (${how}) with 400.\n`);
    expect(stdout).toMatch(new RegExp(`^return +forged \\(${how}\\), GET `, 'm'));
    expect(code).toBe(0);
  });

  it.each([
    ['400 Bad Request', 0, 'Your app rejected the forged return (wrong-hash) with 400.'],
    ['200 OK', 1, 'Your app answered 200 to a forged return (wrong-hash). Check that its order is not paid,'],
    ['500 Oops', 1, 'Your app broke on a forged return (wrong-hash): it answered 500.'],
  ])('the return alone, answered %s: %i', async (status, expected, verdict) => {
    const { code, stdout } = await forged(status, 'cardgw', 'wrong-hash', 'return-only');
    expect(stdout).toContain(`\n${verdict}`);
    expect(code).toBe(expected);
  });

  it.each([
    ['/failed', '200 OK', 0, 'redirected a forged return (wrong-hash) to /failed. Check that'],
    ['/login', '404 No', 0, 'redirected a forged return (wrong-hash) to /login, which answered 404. Check'],
    ['/back', '200 OK', 0, 'redirected a forged return (wrong-hash) to the same path. Check that'],
    ['/failed', '500 Oops', 1, 'broke on a forged return (wrong-hash): it answered 500.'],
  ])('a return that is redirected to %s, which answers %s: %i', async (to, status, expected, verdict) => {
    const app = await freshRawMerchant((socket, request) =>
      (request.startsWith(`GET ${to} `) ? answering(status) : answering('302 Found', { Location: to }))(
        socket,
        request,
      ),
    );
    const { run } = await commandsOf();
    const flags = ['--tamper', 'wrong-hash', '--order', 'return-only'];
    expect(await run('pay', 'cardgw', '--return-url', `${app.url}/back`, ...flags)).toMatchObject({
      code: expected,
      stdout: expect.stringContaining(`\nYour app ${verdict}`),
    });
  });

  it('a return without a result, by the setting card.callback, is not forged', async () => {
    const { stdout } = await forged(
      '400 No',
      'cardgw',
      'wrong-hash',
      'callback-first',
      'card.callback=server',
    );
    expect(stdout).toMatch(/^return +GET /m);
  });

  it('a return with approved=0 may be refused', async () => {
    const app = await freshRawMerchant(answering('400 Bad Request'));
    const { run } = await commandsOf();
    const flags = ['--outcome', 'failed', '--order', 'callback-first'];
    expect(await run('pay', 'cardgw', '--return-url', `${app.url}/back`, ...flags)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\nYour app answered 400 to a callback with approved=0. Check that'),
    });
  });
});
