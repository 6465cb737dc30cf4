import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Cli, type CliOptions, cliResult, cliSandbox, runCli, signalled } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { freshMerchant } from '../support/fresh.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';

const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);

describe('demo', () => {
  it('passes its own audit, as docs/demo.md says', async () => {
    const { ready } = await demo();
    const orders = `${ready.shop_url}/en/orders`;
    const audit = await cliResult([
      ...['audit', '--url', ready.url, '--gateway', 'aggregator', '--gateway', 'cardgw', '--slow', '10ms'],
      ...['--order-url', orders, '--order-form', 'gateway={gateway}&mobile_number=0912345678'],
      ...['--check-url', `${orders}/{invoice}.json`],
    ]);
    expect([audit.code, audit.stdout]).toEqual([
      0,
      expect.stringContaining('34 passed, 0 failed, 0 left open.'),
    ]);
  });

  it('starts a sandbox and a shop, as README.md says: a payment through the pages ends as a paid order; Ctrl-C ends both', async () => {
    const { cli, ready } = await demo();
    expect(ready).toEqual({ ready: true, pid: cli.process.pid, url, shop_url: url });
    expect(await statusAfterPaying(ready)).toEqual({ status: 'paid', times_paid: 1 });
    expect(await signalled(cli, 'SIGINT')).toMatchObject({ code: 0, stderr: '' });
    for (const each of [ready.url, ready.shop_url]) await nobodyAnswers(each);
  });

  it('says where both are, what to do next, and how to end it', async () => {
    const cli = runCli(['demo', '--port', '0', '--shop-port', '0', '--no-open']);
    const text = await cli.printed(/Ctrl-C/);
    expect(text).toMatch(/^ {2}Demo shop {3}http:\/\/127\.0\.0\.1:\d+$/m);
    expect(text).toMatch(/^ {2}Dashboard {3}http:\/\/127\.0\.0\.1:\d+\/_sandbox\/$/m);
    expect(text).toContain('Buy the cup');
    expect((await signalled(cli, 'SIGTERM')).code).toBe(0);
  });

  it('--url uses a sandbox that runs, which goes on afterwards', async () => {
    const sandbox = await cliSandbox();
    const { cli, ready } = await demo(['--url', `${sandbox.url}/_sandbox/`], []);
    expect(ready.url).toBe(sandbox.url);
    expect(await statusAfterPaying(ready)).toEqual({ status: 'paid', times_paid: 1 });
    expect((await signalled(cli, 'SIGINT')).code).toBe(0);
    expect((await fetch(`${sandbox.url}/_sandbox/health`)).status).toBe(200);
  });

  it('needs no config file, and is not disturbed by one', async () => {
    const env = { GATEWAY_SANDBOX_STRICT: '1' };
    const { ready } = await demo([], undefined, { env });
    expect(await statusAfterPaying(ready)).toEqual({ status: 'paid', times_paid: 1 });
  });

  it.each<[string, CliOptions, string | undefined]>([
    ['of the variable', { env: { GATEWAY_SANDBOX_PORT: '0' } }, undefined],
    ['of the config file', {}, '{"port":0,"strict":true}'],
  ])('takes the port %s, where the other commands look for the sandbox', async (_what, options, config) => {
    const cwd = testFolder();
    if (config !== undefined) writeFileSync(join(cwd, 'gateway-sandbox.config.json'), config);
    const { ready } = await demo([], ['--shop-port', '0'], { ...options, cwd });
    expect(new URL(ready.url).port).not.toBe('4700');
    expect(await statusAfterPaying(ready)).toEqual({ status: 'paid', times_paid: 1 });
  });

  it('a port in use is one sentence, and nothing stays behind', async () => {
    const port = new URL((await freshMerchant()).url).port;
    expect(await cliResult(['demo', '--no-open', '--port', port])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `127.0.0.1:${port} is in use by another process. Choose another port with --port N, or a free one with --port 0.\n`,
    });
    expect(await cliResult(['demo', '--no-open', '--port', '0', '--shop-port', port])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `127.0.0.1:${port} is already in use. Choose another port for the shop with --shop-port N, or a free one with --shop-port 0.\n`,
    });
  });

  it('a port that a sandbox uses is refused with the command that uses this one', async () => {
    const { url } = await cliSandbox();
    expect(await cliResult(['demo', '--no-open', '--port', new URL(url).port])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`To use it, run \`gateway-sandbox demo --url ${url}\`.`),
    });
  });

  it.each([
    [
      ['--port', '70000'],
      "error: option '--port <n>' argument '70000' is invalid. It must be a whole number from 0 to 65535.",
    ],
    [
      ['--shop-port', 'x'],
      "error: option '--shop-port <n>' argument 'x' is invalid. It must be a whole number from 0 to 65535.",
    ],
    [
      ['--port', '0', '--url', 'http://127.0.0.1:9'],
      '--port starts a new sandbox, and --url uses a running one. Use only one of them.',
    ],
    [['--url', 'nonsense'], '"nonsense" is not an http or https URL. Set one with --url URL.'],
  ])('wrong usage: %j', async (args, sentence) => {
    const { code, stderr } = await cliResult(['demo', '--no-open', ...args]);
    expect([code, stderr.split('\n')[0]]).toEqual([2, sentence]);
  });

  it('--url: no sandbox runs there', async () => {
    const { code, stderr } = await cliResult(['demo', '--no-open', '--url', 'http://127.0.0.1:9']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^No sandbox answers at http:\/\/127\.0\.0\.1:9\..*\n$/),
    ]);
  });
});

describe('start --demo', () => {
  it.each(['start', 'demo'])('%s: passes its audit with configured names', async (by) => {
    const folder = testFolder();
    const names = { cardgw: 'visa' };
    writeFileSync(join(folder, 'gateway-sandbox.config.json'), JSON.stringify({ names }));
    const started = runCli(['start', '--port', '0', '--demo', '--shop-port', '0', '--json'], { cwd: folder });
    const sandbox = JSON.parse(await started.printed(/\n/));
    const shop = by === 'start' ? sandbox : (await demo(['--url', sandbox.url], ['--shop-port', '0'])).ready;
    const orders = `${shop.shop_url}/en/orders`;
    const audit = await cliResult([
      ...['audit', '--url', sandbox.url, '--only', 'callback-only'],
      ...['--order-url', orders, '--order-form', 'gateway={gateway}&mobile_number=0912345678'],
      ...['--check-url', `${orders}/{invoice}.json`],
    ]);
    expect([audit.code, audit.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^\nlocalbankcards\n[\s\S]*\nvisa\n[\s\S]*\naggregator\n[\s\S]*\n6 passed, 0 failed, 0 left/,
      ),
    ]);
  });

  it('starts the shop beside the sandbox, and ends it with it', async () => {
    const cli = runCli(['start', '--port', '0', '--shop-port', '0', '--demo', '--json']);
    const ready = JSON.parse(await cli.printed(/\n/));
    expect(ready.shop_url).toEqual(url);
    expect(await statusAfterPaying(ready)).toEqual({ status: 'paid', times_paid: 1 });
    expect((await signalled(cli, 'SIGINT')).code).toBe(0);
    await nobodyAnswers(ready.shop_url);
  });

  it('has a line for it in the banner', async () => {
    const cli = runCli(['start', '--port', '0', '--demo']);
    expect(await cli.printed(/Ctrl-C/)).toMatch(/^ {2}Demo shop +http:\/\/127\.0\.0\.1:\d+$/m);
  });

  it('--shop-port alone is wrong usage', async () => {
    expect(await cliResult(['start', '--port', '0', '--shop-port', '0'])).toMatchObject({
      code: 2,
      stderr: '--shop-port needs --demo.\n',
    });
  });
});

interface Ready {
  readonly url: string;
  readonly shop_url: string;
}

const freePorts = ['--port', '0', '--shop-port', '0'];

async function demo(
  args: readonly string[] = [],
  ports: readonly string[] = freePorts,
  options: CliOptions = {},
): Promise<{ readonly cli: Cli; readonly ready: Ready }> {
  const cli = runCli(['demo', '--json', ...ports, ...args], options);
  return { cli, ready: JSON.parse(await cli.printed(/\n/)) };
}

/** Orders with the shop's form, pays with the checkout's form, and returns the shop's status. */
async function statusAfterPaying({ url: sandbox, shop_url: shop }: Ready): Promise<unknown> {
  const fields = { gateway: 'aggregator', mobile_number: '0912345678' };
  const ordered = await post(`${shop}/en/orders`, fields);
  const checkout = ordered.headers.get('location') ?? '';
  const approve = `${sandbox}/_sandbox/api/checkouts/${encodeURIComponent(checkout)}/approve`;
  // The control API's answer.
  const decided = (await (await fetch(approve, { method: 'POST', body: '{}' })).json()) as {
    invoice_no: string;
  };
  await fetch(`${sandbox}/_sandbox/api/callbacks/settled?wait=10s`, { method: 'POST', body: '{}' });
  return (await fetch(`${shop}/en/orders/${decided.invoice_no}.json`)).json();
}

function post(to: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(to, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}
