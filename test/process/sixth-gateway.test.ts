import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { gateways } from '../../src/gateways/index.ts';
import { type CliSandbox, cliResult, cliSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { merchantServer } from '../support/merchant-server.ts';
import { sourcesWithSixthGateways } from '../support/sixth-gateway.ts';
import { isGenuine } from '../support/verifier.ts';

/** The type checker and the docs generator run on a full copy. */
const slowMs = 600_000;

describe('A sixth gateway is a definition and its entry in the registry', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-sixth-'));
    sourcesWithSixthGateways(folder);
    expect(run(folder, ['scripts/build.ts'])).toMatchObject({ status: 0 });
  }, slowMs);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('takes payments by code, under its own name too, with a data file from before', async () => {
    const data = join(testFolder(), 'sandbox.db');
    const before = await cliSandbox(['--data', data]);
    await before.control('stop', {});
    await before.ended;
    const sandbox = await withSixth(folder, { names: { walletC: 'newpay' } }, ['--data', data]);

    const verified = await sandbox.call('newpay/verify', { mobile_number: '0971234567', amount: '10.00' });
    expect(verified.status).toBe(200);
    const otp = await sandbox.control('otps/latest?mobile_number=0971234567');
    expect(otp).toMatchObject({ gateway: 'newpay', code: expect.stringMatching(/^\d{5}$/) });
    expect([otp.message.en, otp.message.ar]).toEqual([
      expect.stringContaining('10.00 US dollars'),
      expect.stringContaining('10.00 دولار'),
    ]);
    expect(await pageOf(sandbox, '/_sandbox/inbox?q=newpay')).toContain(otp.code);
    const paid = { process_id: otp.process_id, code: otp.code, amount: '10.00', invoice_no: 'C-1' };
    expect(await sandbox.call('walletC/confirm', paid)).toMatchObject({
      status: 200,
      json: { result: { amount: '10.00' } },
    });
    expect(await sandbox.control('transactions?gateway=walletC')).toMatchObject({
      data: [{ gateway: 'newpay', currency: 'USD', status: 'completed' }],
    });
  });

  it('takes payments on a checkout page, by both of its methods', async () => {
    const shop = await merchantServer();
    onTestFinished(() => shop.close());
    const sandbox = await withSixth(folder, { names: { kiosk: 'stand', kiosk_card: 'plastic' } });
    const confirm = async (invoice_no: string) => {
      const urls = { return_url: `${shop.url}/return`, callback_url: `${shop.url}/callback` };
      const fields = { amount: '12.50', invoice_no, mobile_number: '0912345678', lang: 'en', ...urls };
      const { json } = await sandbox.call('stand/confirm', fields);
      return new URL(json.result.redirect_url);
    };

    const byCard = await confirm('K-1');
    const page = await pageOf(sandbox, byCard.pathname + byCard.search);
    expect(page).toContain('kiosk_phone');
    expect(page).toContain('plastic');
    expect(await submitted(sandbox, byCard, { step: '', method: 'plastic' })).toContain(
      '9200 0000 0000 0008',
    );
    const card = { step: 'card', number: '9200000000000008', expiry: '12/49' };
    expect(await submitted(sandbox, byCard, card)).toContain('K-1');
    const [callback] = await shop.arrived(1);
    const fields = Object.entries<string>(JSON.parse(callback?.body ?? '{}'));
    expect(fields.slice(0, -1)).toEqual([
      ['gateway', 'stand'],
      ['method', 'plastic'],
      ['result', 'completed'],
      ['invoice_no', 'K-1'],
    ]);
    expect(isGenuine(fields, 'demo_secret_key')).toBe(true);

    const byPhone = await confirm('K-2');
    const approve = `checkouts/${byPhone.searchParams.get('token')}/approve`;
    expect(await sandbox.control(approve, {})).toMatchObject({
      gateway: 'stand',
      status: 'completed',
      payment_method: 'kiosk_phone',
    });
    expect(JSON.parse((await shop.arrived(2))[1]?.body ?? '{}')).toMatchObject({ method: 'kiosk_phone' });
  });

  it('is on every page and in every list that names the gateways', async () => {
    const sandbox = await withSixth(folder);
    for (const [path, word] of [
      ['/_sandbox/settings?open=otp.length', 'walletC'],
      ['/_sandbox/settings?show=assumptions', 'order of kiosk'],
      ['/_sandbox/account?id=demo', 'gateways.walletC.allowed'],
      ['/_sandbox/account?id=demo', 'gateways.kiosk.allowed'],
      ['/_sandbox/requests/new', 'walletC/verify'],
      ['/_sandbox/requests/new?endpoint=walletC/verify', '0971234567'],
      ['/_sandbox/transactions', 'kiosk'],
      ['/_sandbox/faults', 'kiosk'],
      ['/_sandbox/openapi/merchant.json', '/api/v1/transaction/kiosk/confirm'],
    ] as const)
      expect.soft(await pageOf(sandbox, path), `${path} names ${word}`).toContain(word);
    const overview = await pageOf(sandbox, '/_sandbox');
    const shown = [...overview.matchAll(/data-testid="test-payment-(\w+)"/g)].map(([, name]) => name);
    // The demo shop is an app that supports five.
    expect(shown).toEqual(Object.keys(gateways));
    const refused = await fetch(`${sandbox.url}/_sandbox/test-payments`, {
      method: 'POST',
      headers: { Origin: sandbox.url },
      body: new URLSearchParams({ gateway: 'kiosk' }),
    });
    expect(refused.status).toBe(404);
    // Through the command, because this process checks its own answers against the five gateways' documents.
    const { stdout } = await cliResult(['gateways', '--url', sandbox.url, '--json'], builtIn(folder));
    const { data } = JSON.parse(stdout);
    expect(data).toHaveLength(7);
    expect(data.slice(5)).toMatchObject([
      { token: 'walletC', flow: 'otp', currency: 'USD' },
      { token: 'kiosk', flow: 'checkout', payment_methods: ['kiosk_phone', 'kiosk_card'] },
    ]);
    expect(
      await sandbox.control('faults', { effect: { delay: '0s' }, match: { gateway: 'kiosk' } }),
    ).toMatchObject({ match: { gateway: 'kiosk' } });
  });

  it(
    'is in the reference after `npm run docs`, and everything compiles',
    () => {
      expect(run(folder, ['scripts/docs.ts'])).toEqual({ status: 0, stderr: '' });
      for (const [file, ...words] of [
        ['llms.txt', 'walletC/verify (USD)', '- kiosk: POST to callback_url'],
        ['docs/reference/gaps.md', 'mobile number of walletC', 'order of kiosk'],
        ['docs/openapi/merchant.json', '/api/v1/transaction/walletC/verify'],
        ['docs/openapi/control.json', '"kiosk"'],
        ['docs/reference/config.md', 'walletC'],
        ['src/client/contract.ts', 'readonly walletC?: number;'],
      ] as const)
        for (const word of words) expect.soft(readFileSync(join(folder, file), 'utf8'), file).toContain(word);
      narrow(join(folder, 'tsconfig.json'));
      expect(run(folder, ['node_modules/typescript/bin/tsc'])).toEqual({ status: 0, stderr: '' });
    },
    slowMs,
  );
});

function builtIn(folder: string) {
  return { executable: execPath, before: [join(folder, 'bin/gateway-sandbox.js')] };
}

/** A running sandbox with both gateways. */
async function withSixth(folder: string, config: object = {}, args: readonly string[] = []) {
  const file = join(testFolder(), 'sixth.json');
  writeFileSync(file, JSON.stringify(config));
  return cliSandbox(['--config', file, ...args], builtIn(folder));
}

async function pageOf({ url }: CliSandbox, path: string): Promise<string> {
  return (await fetch(`${url}${path}`)).text();
}

/** Submits a form of a checkout page and returns the next page. */
async function submitted(
  { url }: CliSandbox,
  checkout: URL,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const body = new URLSearchParams({
    token: checkout.searchParams.get('token') ?? '',
    lang: 'en',
    ...fields,
  });
  return (await fetch(`${url}/checkout/pay`, { method: 'POST', headers: { Origin: url }, body })).text();
}

function run(folder: string, args: readonly string[]) {
  const { status, stderr, stdout } = spawnSync(execPath, args, { cwd: folder, encoding: 'utf8' });
  return { status, stderr: status === 0 ? stderr : stdout + stderr };
}

function narrow(tsconfig: string): void {
  const options = JSON.parse(readFileSync(tsconfig, 'utf8'));
  writeFileSync(tsconfig, JSON.stringify({ ...options, include: ['src'] }));
}
