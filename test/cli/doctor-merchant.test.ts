import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { makeAuthority, makeLeaf } from '../../src/tls/certificate.ts';
import { cliResult, noSandbox } from '../support/cli.ts';
import { testFolder } from '../support/data-file.ts';
import { freePort } from '../support/free-port.ts';
import { freshHoldingMerchant, freshMerchant } from '../support/fresh.ts';
import { demoAccount } from '../support/sandbox.ts';
import { started } from '../support/started.ts';
import { certificates, tlsMerchant } from '../support/tls-merchant.ts';

function folderWith(config: object): string {
  const cwd = testFolder();
  writeFileSync(join(cwd, 'gateway-sandbox.config.json'), JSON.stringify({ port: 0, ...config }));
  return cwd;
}

/** A folder whose config maps hosts. */
function mapped(map: Readonly<Record<string, string>>): string {
  return folderWith({ callback_host_map: map });
}

/** What `doctor` says about an app, and its advice. */
async function merchant(
  cwd: string,
  url: string,
  env: Readonly<Record<string, string>> = noSandbox,
  flags: readonly string[] = [],
) {
  const { stdout } = await cliResult(['doctor', '--json', '--merchant-url', url, ...flags], { cwd, env });
  const { checks } = JSON.parse(stdout);
  return checks.find(({ name }: { name: string }) => name === 'merchant');
}

it('doctor --merchant-url follows callback_host_map, and asks for it where a name is not known', async () => {
  const { host } = new URL((await freshMerchant()).url);
  const url = 'http://shop.invalid/callback';
  const answers = { ok: true, detail: `${url} answers (200)` };
  expect(await merchant(mapped({ 'shop.invalid': host }), url)).toMatchObject(answers);
  expect(await merchant(mapped({}), url)).toMatchObject({
    ok: false,
    mend: expect.stringMatching(/^Start your app, .* set GATEWAY_SANDBOX_CALLBACK_HOST_MAP here too\.$/),
  });
  const env = { ...noSandbox, GATEWAY_SANDBOX_CALLBACK_HOST_MAP: `shop.invalid=${host}` };
  expect(await merchant(mapped({}), url, env)).toMatchObject(answers);
});

it('doctor asks a mapped app as callbacks do: for the host of the URL', async () => {
  const app = await freshMerchant();
  const map = { 'shop.test': new URL(app.url).host };
  expect(await merchant(mapped(map), 'http://shop.test/callback')).toMatchObject({ ok: true });
  expect(app.arrivals.map(({ headers }) => headers.host)).toEqual(['shop.test']);
});

it('doctor trusts a mapped app whose certificate is for the host of the URL', async () => {
  const authority = makeAuthority(Date.now());
  const app = await tlsMerchant(makeLeaf(authority, ['shop.test'], Date.now()));
  const cwd = mapped({ 'shop.test': `127.0.0.1:${app.port}` });
  writeFileSync(join(cwd, 'ca.pem'), authority.certificate.toString());
  const trusting = { ...noSandbox, NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem') };
  const url = 'https://shop.test/callback';
  expect(await merchant(cwd, url, trusting)).toMatchObject({ ok: true, detail: `${url} answers (200)` });
  expect(app.names).toEqual(['shop.test']);
  expect(await merchant(cwd, url)).toMatchObject({
    ok: false,
    detail: expect.stringMatching(
      /^https:\/\/shop\.test\/callback gave no answer: the TLS certificate of shop\.test is signed by an unknown authority \(callback_host_map /,
    ),
    mend: expect.stringMatching(
      /^Set NODE_EXTRA_CA_CERTS to the certificate file of its authority\. If your app has a certificate of its own, let the account accept it: /,
    ),
  });
});

it('doctor says that a trusted certificate is for another host', async () => {
  const authority = makeAuthority(Date.now());
  const app = await tlsMerchant(makeLeaf(authority, ['shop.test'], Date.now()));
  const cwd = folderWith({});
  writeFileSync(join(cwd, 'ca.pem'), authority.certificate.toString());
  const trusting = { ...noSandbox, NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem') };
  expect(await merchant(cwd, app.url, trusting)).toMatchObject({
    ok: false,
    detail: `${app.url} gave no answer: the TLS certificate is not for 127.0.0.1:${app.port}`,
    mend: expect.stringMatching(
      /^Use a host name that the certificate is for, or let the account accept it: /,
    ),
  });
});

it('doctor accepts any certificate that an account accepts, of the config or of a running sandbox', async () => {
  const app = await tlsMerchant(certificates['self-signed']());
  const own = folderWith({ fixtures: 'own.json' });
  writeFileSync(
    join(own, 'own.json'),
    JSON.stringify({ accounts: [{ ...demoAccount, allow_self_signed: true }] }),
  );
  expect(await merchant(own, app.url)).toMatchObject({ ok: true });
  const sandbox = await started();
  const { url } = sandbox;
  const flags = ['--url', url];
  expect(await merchant(own, app.url, {}, flags)).toMatchObject({ ok: false });
  await sandbox.accounts.change('demo', { allow_self_signed: true });
  expect(await merchant(folderWith({}), app.url, {}, flags)).toMatchObject({ ok: true });
});

it('doctor waits for an answer as long as callbacks do, and tells a silent app from one that is away', async () => {
  const app = await freshHoldingMerchant();
  const cwd = folderWith({ settings: { callback: { timeout: '300ms' } } });
  expect(await merchant(cwd, app.url)).toMatchObject({
    ok: false,
    detail: `${app.url} gave no answer: no complete answer within 300 ms`,
    mend: expect.stringMatching(/^The handler failed or took too long/),
  });
});

it.each([
  ['that nothing listens at', async () => `127.0.0.1:${await freePort()}`, /connection refused/],
  ['that is not known', async () => 'app.invalid', /app\.invalid/],
])('doctor names the mapped host %s, and does not ask for the map', async (_title, target, why) => {
  const host = await target();
  const { ok, detail, mend } = await merchant(mapped({ 'shop.test': host }), 'http://shop.test/callback');
  expect([ok, detail]).toEqual([false, expect.stringMatching(why)]);
  expect(detail.endsWith(`(callback_host_map names ${host} for this host)`)).toBe(true);
  expect(mend).not.toContain('CALLBACK_HOST_MAP');
});

it('doctor refuses a map to an address that callbacks never go to', async () => {
  expect(await merchant(mapped({ 'shop.test': '0.0.0.0:8000' }), 'http://shop.test/callback')).toMatchObject({
    ok: false,
    detail: 'http://shop.test/callback is never called (callback_host_map names 0.0.0.0:8000 for this host)',
  });
});

it('doctor refuses a map to the sandbox itself', async () => {
  const { url } = await started();
  const { host } = new URL(url);
  const found = await merchant(mapped({ 'shop.test': host }), 'http://shop.test/callback', {}, [
    '--url',
    url,
  ]);
  expect(found).toMatchObject({ ok: false, detail: expect.stringContaining(`is never called`) });
});

it('doctor refuses the public URL of the sandbox', async () => {
  const cwd = folderWith({ public_url: 'https://pay.shop.test' });
  expect(await merchant(cwd, 'https://pay.shop.test/callback')).toMatchObject({
    ok: false,
    detail: 'https://pay.shop.test/callback is refused as a return_url',
  });
});

it('doctor says http where an app has no TLS', async () => {
  const { url } = await freshMerchant();
  expect(await merchant(folderWith({}), url.replace('http:', 'https:'))).toMatchObject({
    detail: expect.stringMatching(/does not speak TLS at this port$/),
    mend: 'Write http:// if your app has no TLS there.',
  });
});

it('doctor says that the data file of a stopped sandbox may store other accounts and settings', async () => {
  const app = await freshHoldingMerchant();
  const cwd = folderWith({ data: 'a.db', settings: { callback: { timeout: '300ms' } } });
  expect((await merchant(cwd, app.url)).mend).not.toContain('may store');
  openStore(join(cwd, 'a.db')).close();
  expect((await merchant(cwd, app.url)).mend).toMatch(
    /a\.db may store other accounts and settings: start the sandbox to check with them\.$/,
  );
});

it('doctor takes another name at the port of a public URL for another server, as the API does', async () => {
  const { url } = await freshMerchant();
  const { port } = new URL(url);
  const cwd = folderWith({ public_url: `http://pay.localhost:${port}` });
  expect(await merchant(cwd, `http://shop.localhost:${port}/callback`)).toMatchObject({ ok: true });
});
