import { describe, expect, it } from 'vitest';
import { commandsOf } from '../support/commands.ts';
import { freshHoldingMerchant, freshMerchant, freshRawMerchant } from '../support/fresh.ts';
import { answering } from '../support/raw-merchant.ts';

describe('What the app answers decides the exit code', () => {
  it.each([
    [
      '500 Internal Server Error',
      '\n  \nTypeError: x is undefined\n at y',
      'your app answered 500 (TypeError: x is undefined). Look for the error in the log of your app.',
    ],
    [
      '400 Bad Request',
      'bad hash',
      'your app answered 400 (bad hash). The signature of this callback is right;',
    ],
    [
      '404 Not Found',
      '<!doctype html>',
      'your app answered 404. Check the address, and that an order with this invoice number exists (--invoice).',
    ],
    ['302 Found', '', 'your app answered 302. A callback by POST follows no redirect.'],
    [
      '419 Page Expired',
      '<!doctype html>',
      'your app answered 419. Leave the address of the callback out of CSRF protection',
    ],
    [
      '403 Forbidden',
      'CSRF verification failed.',
      'your app answered 403 (CSRF verification failed.). If CSRF protection refused the callback before',
    ],
    [
      '429 Too Many Requests',
      '',
      'your app answered 429. Your app limits how many requests it takes. Lift the limit',
    ],
  ])('%s: 1', async (status, body, verdict) => {
    const app = await freshRawMerchant(answering(status, {}, body));
    const { run } = await commandsOf();
    const { code, stdout } = await run('pay', 'aggregator', '--callback-url', `${app.url}/callback`);
    expect(code).toBe(1);
    expect(stdout).toContain(`\nPaid, but ${verdict}`);
  });

  it.each([
    ['wrong-hash', 'rejected the forged callback (wrong-hash) with 429.'],
    ['approved-0', 'answered 429 to a callback with approved=0.'],
  ])('429 to a callback tampered by %s: 0, and that nothing has read it', async (tamper, verdict) => {
    const app = await freshRawMerchant(answering('429 Too Many Requests'));
    const { run } = await commandsOf();
    const flags = ['--callback-url', `${app.url}/callback`, '--tamper', tamper];
    const { code, stdout } = await run('pay', 'aggregator', ...flags);
    expect(code).toBe(0);
    expect(stdout).toContain(`\nYour app ${verdict} Your app limits how many requests it takes.`);
  });

  it('no answer before the time is over: 1, and the command waits no longer', async () => {
    const app = await freshHoldingMerchant();
    const { run } = await commandsOf();
    const { code, stdout } = await run('pay', 'aggregator', '--callback-url', app.url, '--timeout', '5s');
    expect(code).toBe(1);
    expect(stdout).toContain('\nPaid, but your app had not responded to the callback after 5 s.\n');
  });

  it('nothing listens: 1 at once', async () => {
    const { run } = await commandsOf();
    const { code, stdout } = await run(
      'pay',
      'aggregator',
      '--callback-url',
      'http://127.0.0.1:9/',
      '--timeout',
      '10m',
    );
    expect(code).toBe(1);
    expect(stdout).toContain('your app did not respond: connection refused: nothing listens at 127.0.0.1:9.');
  });

  it('a page that the customer must not see: 1', async () => {
    const app = await freshMerchant();
    const broken = await freshRawMerchant(answering('500 Internal Server Error'));
    const { run } = await commandsOf();
    const urls = ['--callback-url', app.url, '--return-url', broken.url];
    const { code, stdout } = await run('pay', 'aggregator', ...urls);
    expect(code).toBe(1);
    expect(stdout).toContain('\nPaid, but the customer came back to a page that answered 500 (ok).\n');
  });

  it('a page that redirects to nowhere: 1', async () => {
    const app = await freshMerchant();
    const lost = await freshRawMerchant(answering('302 Found', {}, ''));
    const { run } = await commandsOf();
    const urls = ['--callback-url', app.url, '--return-url', lost.url];
    const { code, stdout } = await run('pay', 'aggregator', ...urls);
    expect(code).toBe(1);
    expect(stdout).toContain('came back to a page that answered 302 (a redirect without Location).\n');
  });

  it('a page that may need a login: 0 if the callback was accepted', async () => {
    const app = await freshMerchant();
    const members = await freshRawMerchant(answering('401 Unauthorized'));
    const { run } = await commandsOf();
    const flags = ['--callback-url', app.url, '--return-url', members.url];
    expect(await run('pay', 'aggregator', ...flags)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        '\nPaid, and your app accepted the callback. The return page answered 401: it may need a login.\n',
      ),
    });
  });

  it.each([
    ['--order', 'return-only', 'Paid', 'The callback was lost: its order is `return-only`.'],
    ['--outcome', 'canceled', 'Canceled', 'No callback is sent for this.'],
  ])('a page that may need a login, %s %s: 0', async (flag, value, word, why) => {
    const members = await freshRawMerchant(answering('401 Unauthorized'));
    const { run } = await commandsOf();
    const urls = ['--callback-url', 'http://127.0.0.1:9/', '--return-url', members.url];
    expect(await run('pay', 'aggregator', ...urls, flag, value)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        `\n${word}, and the return page answered 401: it may need a login. ${why}\n`,
      ),
    });
  });

  it('a page with a password field may be a login', async () => {
    const members = await freshRawMerchant(answering('200 OK', {}, '<input type=password>'));
    const { run } = await commandsOf();
    expect((await run('pay', 'aggregator', '--return-url', members.url)).stdout).toContain(
      '\nPaid, and the return page answered 200 with a password field: it may need a login. No callback',
    );
  });

  it('no app at all: 0, because there was nothing to accept', async () => {
    const { run, sandbox } = await commandsOf();
    for (const gateway of ['aggregator', 'cardgw'])
      expect(await run('pay', gateway)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('\nPaid. Your app was not called: give its address with'),
      });
    const { data } = await sandbox.control('callbacks');
    expect(data.map((one: { attempts_total: number }) => one.attempts_total)).toEqual([0, 0]);
  });

  it('a return page alone: 0, and what is missing is told', async () => {
    const app = await freshMerchant();
    const { run } = await commandsOf();
    const { code, stdout } = await run('pay', 'aggregator', '--return-url', app.url);
    expect(code).toBe(0);
    expect(stdout).toContain('No callback was sent: add --callback-url.');
    expect(app.arrivals).toHaveLength(1);
  });

  it('a callback that is held: 0, with the command that sends it', async () => {
    const app = await freshMerchant();
    const { run, sandbox } = await commandsOf();
    const body = JSON.stringify({ callback: { hold: true } });
    await fetch(`${sandbox.url}/_sandbox/api/settings`, { method: 'PATCH', body });
    const { code, stdout } = await run('pay', 'aggregator', '--callback-url', app.url);
    expect(code).toBe(0);
    expect(stdout).toContain('The callback is held: `gateway-sandbox callbacks release 1` sends it.');
  });

  it('control characters of an answer never reach the terminal', async () => {
    const app = await freshRawMerchant(answering('500 Oops', {}, '\u001b[2Jgone\u202e'));
    const { run } = await commandsOf();
    for (const options of [[], ['--json']]) {
      const { stdout } = await run('pay', 'aggregator', '--callback-url', app.url, ...options);
      expect(stdout).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    }
  });
});
