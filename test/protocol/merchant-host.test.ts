import { describe, expect, it } from 'vitest';
import { isLocalUrl, judgeMerchantUrl } from '../../src/protocol/merchant-url.ts';

function whyNot(text: string): string | undefined {
  const verdict = judgeMerchantUrl(text, (url) => url.host === 'sandbox.test:4010');
  return 'why' in verdict ? verdict.why : undefined;
}

const NEVER_CALLED = 'Use a host of your own: this address is reserved and never called.';

describe('Some hosts are refused always', () => {
  it.each(
    [
      [
        '169.254.169.254',
        '169.254.0.1',
        '0xa9fea9fe',
        '0xa9.0xfe.0xa9.0xfe',
        '2852039166',
        '0251.0376.0251.0376',
      ],
      [
        '169.254.43518',
        '169.16689662',
        '169.254.169.254.',
        '１６９.254.169.254',
        '169。254。169。254',
        '%31%36%39.254.1.1',
      ],
      [
        '[::ffff:169.254.169.254]',
        '[::ffff:a9fe:a9fe]',
        '[64:ff9b::a9fe:a9fe]',
        '[2002:a9fe:a9fe::]',
        '[fe80::1]',
      ],
      [
        '[fd00:ec2::254]',
        '[fd00:ec2::23]',
        '[fd20:ce:1::1]',
        '[FD00:EC2:0:0:0:0:0:254]',
        '100.100.100.200',
        'metadata.google.internal',
        'METADATA.google.internal.',
      ],
      ['224.0.0.1', '255.255.255.255', '[ff02::1]'],
      ['.', '..', '。'],
    ].flat(),
  )('http://%s/ for the address it leads to', (host) => {
    expect(whyNot(`http://${host}/latest/meta-data`)).toBe(NEVER_CALLED);
    expect(whyNot(`https://${host}:8443`)).toBe(NEVER_CALLED);
  });

  it.each(['0.0.0.0', '0.0.0.0:3000', '0', '0x0', '0.1.2.3', '[::]', '[::]:5173', '[::ffff:0.0.0.0]'])(
    'and http://%s/, which development servers print: the answer says what to use',
    (host) => {
      const why =
        'Use localhost or 127.0.0.1: this address only says that a server listens everywhere, it names no host.';
      expect(whyNot(`http://${host}/`)).toBe(why);
    },
  );

  it('and the sandbox itself, however it is written', () => {
    const why = 'Use a URL of your own server: this one is the sandbox itself.';
    expect(whyNot('http://sandbox.test:4010/x')).toBe(why);
    expect(whyNot('HTTP://SANDBOX.test:04010')).toBe(why);
    expect(whyNot('http://ｓandbox.test:4010/')).toBe(why);
  });
});

describe('Private and localhost addresses are not supported for callback_url by the live service', () => {
  it.each(
    [
      [
        'localhost',
        'LOCALHOST',
        'localhost.',
        'api.localhost',
        'shop.localhost.',
        '127.0.0.1',
        '127.1',
        '[::1]',
        '0x7f.1',
      ],
      [
        '10.0.0.1',
        '192.168.1.1',
        '172.20.0.2',
        '100.64.0.1',
        '[fc00::1]',
        '[::ffff:10.0.0.1]',
        '169.254.1.1',
        '0.0.0.0',
      ],
      ['shop', 'mac.local', 'app.internal', 'shop.test', 'host.docker.internal'],
    ].flat(),
  )('%s is local', (host) => expect(isLocalUrl(new URL(`http://${host}:3000/`))).toBe(true));

  it.each([
    'shop.example',
    'local.example',
    'localhost.example',
    'mylocal.ly',
    'test.ly',
    '41.252.0.1',
    '[2001:db8::1]',
  ])('%s is not', (host) => expect(isLocalUrl(new URL(`https://${host}/`))).toBe(false));
});
