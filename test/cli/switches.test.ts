import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { freshMerchant } from '../support/fresh.ts';
import { exchanged, parsedAnswer } from '../support/raw-socket.ts';
import { rightFields } from '../support/sandbox.ts';

const aggregator = rightFields['aggregator/confirm'];

describe('--data FILE keeps the data; in memory it is gone', () => {
  it('a transaction is there after a restart', async () => {
    const cwd = testFolder();
    const first = await cliSandbox(['--data', 'a.db'], { cwd });
    await first.call('aggregator/confirm', aggregator);
    const before = await first.control('transactions');
    first.process.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    const second = await cliSandbox(['--data', 'a.db'], { cwd });
    const after = await second.control('transactions');
    expect(after.data).toHaveLength(1);
    expect(after).toEqual(before);
  });

  it('a file in use by another sandbox is refused, and that one goes on', async () => {
    const cwd = testFolder();
    const first = await cliSandbox(['--data', 'a.db'], { cwd });
    await expect(cliSandbox(['--data', 'a.db'], { cwd })).rejects.toThrow(
      `ended with 1: The data file ${join(cwd, 'a.db')} is in use by another process. Stop that one, or name another file with --data.`,
    );
    expect((await first.call('aggregator/confirm', aggregator)).status).toBe(200);
  });
});

describe('--strict refuses what the live service would refuse', () => {
  it('plain HTTP: 403', async () => {
    const { call } = await cliSandbox(['--strict']);
    expect((await call('walletA/verify', rightFields['walletA/verify'])).status).toBe(403);
    const { call: callLenient } = await cliSandbox();
    expect((await callLenient('walletA/verify', rightFields['walletA/verify'])).status).toBe(200);
  });
});

describe('--profile observed|documented', () => {
  it('observed is the default; documented uses only what the document says', async () => {
    expect((await (await cliSandbox()).control('settings')).profile).toBe('observed');
    expect(await (await cliSandbox(['--profile', 'documented'])).control('settings')).toMatchObject({
      profile: 'documented',
      codes: 'documented',
    });
  });
});

describe('--fixtures FILE', () => {
  it('gives the accounts to start with; the ready line shows the first', async () => {
    const cwd = testFolder();
    const accounts = [
      { id: 'one', api_key: 'k1', access_tokens: { test: 't1', live: 'l1' }, secret_key: 's1' },
      { id: 'two', name: 'Two' },
    ];
    writeFileSync(join(cwd, 'mine.json'), JSON.stringify({ accounts }));
    const { stdout, control } = await cliSandbox(['--fixtures', 'mine.json'], { cwd });
    expect(JSON.parse(stdout()).account).toEqual(accounts[0]);
    const { data } = await control('accounts');
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['one', 'two']);
  });
});

describe('--callback-host-map A=B', () => {
  it('sends callbacks for one host to another, the rest unchanged', async () => {
    const merchant = await freshMerchant();
    const { host } = new URL(merchant.url);
    const { call, control } = await cliSandbox(['--callback-host-map', `shop.example=${host}`, 'b=c']);
    const fields = { ...aggregator, callback_url: 'http://shop.example/callback?a=1' };
    const { json } = await call('aggregator/confirm', fields);
    await control(`checkouts/${encodeURIComponent(json.result.redirect_url)}/approve`, {});
    const [arrival] = await merchant.arrived(1);
    expect(arrival).toMatchObject({
      method: 'POST',
      url: '/callback?a=1',
      headers: { host: 'shop.example' },
    });
  });
});

describe('--no-tester-tools', () => {
  it('hides the tester tools of the checkout page, and their form is refused', async () => {
    for (const [args, isThere] of [
      [[], true],
      [['--no-tester-tools'], false],
    ] as const) {
      const { url, call } = await cliSandbox(args);
      const { json } = await call('localbankcards/confirm', rightFields['localbankcards/confirm']);
      const page = await (await fetch(json.result.redirect_url)).text();
      expect(page.includes('data-testid="pay"')).toBe(true);
      expect(page.includes('data-testid="tools"')).toBe(isThere);
      const token = new URL(json.result.redirect_url).searchParams.get('token') ?? '';
      const used = await fetch(`${url}/checkout/tools`, {
        method: 'POST',
        body: new URLSearchParams({ token, action: 'approve' }),
        redirect: 'manual',
      });
      expect(used.status).toBe(isThere ? 303 : 404);
    }
  });
});

describe('--allow-host NAME', () => {
  it('accepts requests with this Host too, more than one when named so', async () => {
    const { url } = await cliSandbox(['--allow-host', 'Pay.Example', 'pay.test']);
    const status = async (host: string) =>
      parsedAnswer(
        await exchanged(url, `GET /_sandbox/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      ).status;
    expect(await status('pay.example')).toBe(200);
    expect(await status('pay.example:4700')).toBe(200);
    expect(await status('PAY.TEST')).toBe(200);
    expect(await status('other.test')).toBe(403);
    expect(await status('sub.pay.test')).toBe(403);
  });
});
