import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { version } from '../../src/host/paths.ts';
import { type StartedSandbox, type StartOptions, startSandbox } from '../../src/index.ts';
import { dataFile } from '../support/data-file.ts';
import { freshMerchant } from '../support/fresh.ts';
import { nobodyAnswers } from '../support/nobody-answers.ts';
import { rightFields } from '../support/sandbox.ts';
import { isGenuine } from '../support/verifier.ts';

describe('startSandbox', () => {
  it('starts one on a free port in memory, with the demo account', async () => {
    const sandbox = await started();
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(sandbox.account).toEqual({
      id: 'demo',
      apiKey: 'demo_api_key',
      secretKey: 'demo_secret_key',
      accessTokens: { test: 'demo_test_token', live: 'demo_live_token' },
    });
    expect((await fetch(`${sandbox.url}/_sandbox/health`)).status).toBe(200);
  });

  it.each([
    [null, 'null'],
    [5, 'the number 5'],
    [[], 'a list'],
    ['4700', 'the string 4700'],
  ])('takes options alone, not %j', async (options, shown) => {
    // JavaScript callers can pass what TypeScript refuses.
    const start = startSandbox as (options: unknown) => Promise<StartedSandbox>;
    const message = `startSandbox takes an object of options, such as { port: 4700 }, not ${shown}.`;
    await expect(start(options)).rejects.toThrow(message);
  });

  it('refuses a config file instead of ignoring it', async () => {
    // JavaScript callers can pass what TypeScript refuses.
    const start = startSandbox as (options: object) => Promise<StartedSandbox>;
    await expect(start({ config: 'a.json' })).rejects.toThrow('startSandbox reads no config file. Pass what');
  });

  it('leaves no data file behind when the port is taken, and one that was there as it is', async () => {
    const { url } = await started();
    const port = Number(new URL(url).port);
    const file = dataFile();
    await expect(startSandbox({ port, data: file })).rejects.toThrow('is in use by another sandbox');
    expect(readdirSync(dirname(file))).toEqual([]);
    await (await startSandbox({ data: file })).stop();
    await expect(startSandbox({ port, data: file })).rejects.toThrow('is in use by another sandbox');
    expect(readdirSync(dirname(file))).toEqual(['sandbox.db']);
  });

  it.skipIf(process.platform !== 'linux')('keeps no descriptor of a data file that it refused', async () => {
    const file = dataFile();
    writeFileSync(file, 'Dear diary');
    await expect(startSandbox({ data: file })).rejects.toThrow('is not a database');
    expect(openFiles().filter((path) => path.startsWith(dirname(file)))).toEqual([]);
  });

  it('pays by fetch: a wallet with the code that was sent', async () => {
    const sandbox = await started();
    const verified = await call(sandbox, 'walletA/verify', rightFields['walletA/verify']);
    const otp = await control(sandbox, 'otps/latest?mobile_number=0912345678');
    const paid = await call(sandbox, 'walletA/confirm', {
      process_id: String(verified.result.process_id),
      code: otp.code,
      amount: '10.00',
      invoice_no: 'INV-1',
    });
    expect(paid).toEqual({
      status: 200,
      result: { transaction_id: 100_001, amount: '10.00' },
      message: 'Transaction completed successfully',
    });
  });

  it('pays by fetch: a checkout whose signed callback reaches the merchant', async () => {
    const merchant = await freshMerchant();
    const sandbox = await started();
    const fields = { ...rightFields['aggregator/confirm'], callback_url: `${merchant.url}/callback` };
    const { result } = await call(sandbox, 'aggregator/confirm', fields);
    await control(sandbox, `checkouts/${encodeURIComponent(result.redirect_url)}/approve`, {});
    const [arrival] = await merchant.arrived(1);
    const pairs = Object.entries(JSON.parse(arrival?.body ?? '{}')).map(
      ([name, value]) => [name, String(value)] as const,
    );
    expect(isGenuine(pairs, sandbox.account.secretKey)).toBe(true);
    expect(await control(sandbox, 'callbacks/settled?wait=10s', {})).toEqual({ settled: true });
  });

  it('two at once are two: other ports, other transactions', async () => {
    const [one, two] = await Promise.all([started(), started()]);
    expect(one.url).not.toBe(two.url);
    await call(one, 'localbankcards/confirm', rightFields['localbankcards/confirm']);
    expect((await control(one, 'transactions')).data).toHaveLength(1);
    expect((await control(two, 'transactions')).data).toEqual([]);
    await one.stop();
    expect((await fetch(`${two.url}/_sandbox/health`)).status).toBe(200);
  });

  it('reset goes back to the fixtures', async () => {
    const sandbox = await started();
    await call(sandbox, 'localbankcards/confirm', rightFields['localbankcards/confirm']);
    await sandbox.reset();
    expect((await control(sandbox, 'transactions')).data).toEqual([]);
    expect((await control(sandbox, 'accounts/demo')).api_key).toBe('demo_api_key');
  });

  it('stop ends it: nobody answers, and the data file is free for the next one', async () => {
    const data = dataFile();
    const first = await startSandbox({ data });
    await call(first, 'localbankcards/confirm', rightFields['localbankcards/confirm']);
    await first.stop();
    await nobodyAnswers(first.url);
    const second = await started({ data });
    expect((await control(second, 'transactions')).data).toHaveLength(1);
  });

  it('takes the members of the config file', async () => {
    const sandbox = await started({
      names: { walletA: 'acmepay' },
      settings: { otp: { policy: 'fixed' } },
      public_url: 'https://pay.example',
    });
    expect((await call(sandbox, 'acmepay/verify', rightFields['walletA/verify'])).status).toBe(200);
    expect((await control(sandbox, 'otps/latest?mobile_number=0912345678')).code).toBe('123456');
    const { result } = await call(sandbox, 'localbankcards/confirm', rightFields['localbankcards/confirm']);
    expect(result.redirect_url).toMatch(/^https:\/\/pay\.example\/checkout\?token=/);
  });

  it.each([
    [{ prot: 4700 }, 'config: unknown "prot". Did you mean "port"?'],
    [{ port: -1 }, 'port: must be a whole number from 0 to 65535, not -1.'],
    [{ publicUrl: 'http://x' }, 'config: unknown "publicUrl". Did you mean "public_url"?'],
    [{ profile: 'other' }, 'profile: must be one of documented, observed, compatible, not "other".'],
    [
      { settings: { otp: { lenght: 1 } } },
      'settings: There is no setting "otp.lenght". Did you mean "length"?',
    ],
    [
      { data: '/no/such/folder/a.db' },
      'The data file /no/such/folder/a.db cannot be made: its folder does not exist. Make the folder, or name another file with --data.',
    ],
  ])('refuses %j with a clear message', async (options, message) => {
    await expect(startSandbox(options as StartOptions)).rejects.toMatchObject({ message });
  });

  it('refuses a port in use with a clear message', async () => {
    const { port } = new URL((await started()).url);
    await expect(startSandbox({ port: Number(port) })).rejects.toThrow(
      `127.0.0.1:${port} is in use by another sandbox (version ${version}).`,
    );
  });
});

async function started(options: StartOptions = {}): Promise<StartedSandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any;

async function call(
  { url, account }: StartedSandbox,
  path: string,
  fields: Record<string, string>,
): Promise<Json> {
  const answer = await fetch(`${url}/api/v1/transaction/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${account.accessTokens.test}`, 'X-API-KEY': account.apiKey },
    body: new URLSearchParams(fields),
  });
  return answer.json();
}

async function control({ controlUrl }: StartedSandbox, path: string, body?: unknown): Promise<Json> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(`${controlUrl}/${path}`, init)).json();
}

/** All files that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // Closed by another test in the meantime.
      return [];
    }
  });
}
