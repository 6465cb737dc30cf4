import { beforeEach, describe, expect, it } from 'vitest';
import { freshSandbox } from '../support/fresh.ts';
import { expectRefusal } from '../support/merchant-api.ts';
import { rightFields, type TestSandbox } from '../support/sandbox.ts';

const absolute = 'Send an absolute URL that begins with http:// or https:// and names a host.';
const encode = 'Percent-encode spaces, backslashes and control characters in the URL.';
const unparsable = 'The URL cannot be parsed: check its host and its port.';
const everywhere =
  'Use localhost or 127.0.0.1: this address only says that a server listens everywhere, it names no host.';
const never = 'Use a host of your own: this address is reserved and never called.';
const itself = 'Use a URL of your own server: this one is the sandbox itself.';
const user = 'Leave the user and password out of the URL.';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await freshSandbox();
});

const right = rightFields['aggregator/confirm'];
const confirm = (urls: Readonly<Record<string, string>>) =>
  sandbox.call('aggregator/confirm', { ...right, ...urls });

describe.each(['return_url', 'callback_url'])('%s', (name) => {
  it.each([
    ['/return', absolute],
    ['return', absolute],
    ['//shop.example/x', absolute],
    ['shop.example/x', absolute],
    ['http://', absolute],
    ['https:///x', absolute],
    ['http:shop.example', absolute],
    ['javascript:alert(1)', absolute],
    ['JavaScript:alert(1)', absolute],
    ['data:text/html,x', absolute],
    ['file:///etc/passwd', absolute],
    ['ftp://shop.example/', absolute],
    ['ws://shop.example/', absolute],
    [' java\tscript:alert(1)', encode],
    ['java\nscript:alert(1)', encode],
    ['https://shop.example/a b', encode],
    [' https://shop.example/', encode],
    ['https://shop.example/\r\nX: y', encode],
    ['https://shop.example/\t', encode],
    ['https://shop.example\\@evil.example/', encode],
    ['https://shop.example:99999/', unparsable],
    ['https://shop.example:port/', unparsable],
    ['https://[::1/', unparsable],
    ['https://300.1.1.1/', unparsable],
    ['https://a:b@shop.example/', user],
    ['https://a@shop.example/', user],
    ['https://:@shop.example/', user],
    [`https://shop.example/${'x'.repeat(2028)}`, 'Send a URL of at most 2048 characters.'],
  ])('%.60j is refused', async (url, why) => {
    expectRefusal(await confirm({ [name]: url }), 'INVALID_INPUTS', { [name]: [why] });
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://169.254.1.1/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[ff02::1]/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://metadata.google.internal/',
    'http://METADATA.google.internal./',
  ])('%s is refused always', async (url) => {
    expectRefusal(await confirm({ [name]: url }), 'INVALID_INPUTS', { [name]: [never] });
  });

  it.each(['http://0.0.0.0:3000/', 'http://0/', 'http://[::]:3000/'])(
    '%s is refused with words',
    async (url) => {
      expectRefusal(await confirm({ [name]: url }), 'INVALID_INPUTS', { [name]: [everywhere] });
    },
  );

  it.each([
    'http://127.0.0.1:4700/',
    'http://localhost:4700/api/v1/transaction/walletA/verify',
    'http://shop.localhost:4700/',
    'http://[::1]:4700/checkout',
    'http://2130706433:4700/',
    'http://0x7f.1:4700/',
  ])('The sandbox itself is refused: %s', async (url) => {
    expectRefusal(await confirm({ [name]: url }), 'INVALID_INPUTS', { [name]: [itself] });
  });

  it.each([
    'http://127.0.0.1:3000/x',
    'http://localhost/x',
    'https://shop.example',
    'HTTPS://Shop.Example:8443/a?b=c#d',
    `https://shop.example/${'x'.repeat(2027)}`,
    'https://shop.example/?"<>{}|^`\'',
    'https://متجر.example/طلب?س=١',
    'https://shop.example/?next=javascript:alert(1)',
  ])('%.60s is taken and kept byte for byte', async (url) => {
    expect((await confirm({ [name]: url })).status).toBe(200);
    expect((await sandbox.control('checkouts/token-1')).json[name]).toBe(url);
  });
});

describe('Own query and fragment are kept byte for byte, ours between them', () => {
  it.each([
    ['https://shop.example/r', 'https://shop.example/r?OURS'],
    ['https://shop.example', 'https://shop.example?OURS'],
    ['https://shop.example/r?', 'https://shop.example/r?OURS'],
    ['https://shop.example/r?a=b', 'https://shop.example/r?a=b&OURS'],
    ['https://shop.example/r?a=b&', 'https://shop.example/r?a=b&OURS'],
    ['https://shop.example/r?a=%20%e9+~*&b#top', 'https://shop.example/r?a=%20%e9+~*&b&OURS#top'],
    ['https://shop.example/r#/route?x=1', 'https://shop.example/r?OURS#/route?x=1'],
    ['HTTPS://Shop.Example:443/../r', 'HTTPS://Shop.Example:443/../r?OURS'],
    ['https://shop.example/r?approved=0&invoice_no=X', 'https://shop.example/r?approved=0&invoice_no=X&OURS'],
    ['https://shop.example/r?q="<>', 'https://shop.example/r?q="<>&OURS'],
    ['https://shop.example/é?ü=ß#ñ', 'https://shop.example/%C3%A9?%C3%BC=%C3%9F&OURS#%C3%B1'],
    ['https://متجر.example/', 'https://xn--pgbep1f.example/?OURS'],
  ])('%s', async (return_url, expected) => {
    await confirm({ return_url });
    const { json } = await sandbox.control('checkouts/token-1/approve', { order: 'return-only' });
    const ours = /approved=1&invoice_no=INV-1&hashed=[0-9A-F]{64}/;
    expect(json.return_url.replace(ours, 'OURS')).toBe(expected);
  });

  it("hashed covers the gateway's own parameters alone, never the merchant's", async () => {
    const hashes = new Set<string | null>();
    for (const [number, return_url] of ['https://a.example/', 'https://b.example/?approved=0#x'].entries()) {
      await confirm({ return_url, invoice_no: 'SAME' });
      const id = `token-${number + 1}`;
      const { json } = await sandbox.control(`checkouts/${id}/approve`, { order: 'return-only' });
      hashes.add(new URL(json.return_url).searchParams.get('hashed'));
      await sandbox.control('reset', {});
    }
    expect(hashes.size).toBe(1);
  });
});
