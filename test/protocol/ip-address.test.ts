import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddressKind,
  isIpAddress,
  isWhitelistEntry,
  isWhitelisted,
  kindOf,
} from '../../src/protocol/ip-address.ts';

describe('A customer_ip is one IPv4 or IPv6 address', () => {
  it.each(['127.0.0.1', '41.252.0.1', '0.0.0.0', '255.255.255.255', '::', '::1', '2001:db8::1', 'FE80::1'])(
    '%s is one',
    (text) => expect(isIpAddress(text)).toBe(true),
  );
  it.each(['::ffff:1.2.3.4', '1:2:3:4:5:6:7:8', '64:ff9b::1.2.3.4'])('%s is one', (text) =>
    expect(isIpAddress(text)).toBe(true),
  );

  it.each(
    [
      [
        '',
        '999.1.1.1',
        '256.0.0.1',
        '1.2.3',
        '1.2.3.4.5',
        '01.2.3.4',
        '0x7f.0.0.1',
        '2130706433',
        '1.2.3.4/32',
      ],
      [
        'fe80::1%eth0',
        'fe80::1%25eth0',
        '::1%',
        '%',
        '[::1]',
        '1::2::3',
        '12345::',
        '::g',
        '1:2:3:4:5:6:7:8:9',
      ],
      ['1.2.3.4, 5.6.7.8', '1.2.3.4 5.6.7.8', ' 1.2.3.4', '1.2.3.4 ', '1.2.3.4\n', '1.2.3.4\0', '1.2.3.4:80'],
      ['localhost', '١.٢.٣.٤', '１.2.3.4', '1。2。3。4', '1,2,3,4', '-1.2.3.4', '1.2.3.-4', '::ffff:1.2.3'],
    ].flat(),
  )('%j is not an address', (text) => expect(isIpAddress(text)).toBe(false));
});

describe('An address is of a kind', () => {
  const examples: readonly (readonly [AddressKind, readonly string[]])[] = [
    [
      'loopback',
      ['127.0.0.1', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
    ],
    ['loopback', ['64:ff9b::127.0.0.1', '2002:7f00:1::', '::127.0.0.1', '::ffff:0:127.0.0.1']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '100.127.255.255']],
    ['private', ['fc00::1', 'fdff::1', 'fec0::1', '::ffff:10.0.0.1', '2002:c0a8:101::1', '64:ff9b::a00:1']],
    ['link-local', ['169.254.0.1', '169.254.170.2', '169.254.255.255', 'fe80::1', 'febf::1', 'fe80::1%eth0']],
    ['link-local', ['::ffff:169.254.1.1', '64:ff9b::169.254.1.1']],
    [
      'metadata',
      [
        '169.254.169.254',
        'fd00:ec2::254',
        'FD00:0EC2:0::0254',
        'fd00:ec2::23',
        'fd00:ec2:ffff::1',
        '100.100.100.200',
        'fd20:ce::254',
      ],
    ],
    ['metadata', ['::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1']],
    ['metadata', ['192.0.0.192', '168.63.129.16']],
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::', '::ffff:0.0.0.0', '::5', '64:ff9b::']],
    [
      'multicast',
      ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1', '::ffff:224.0.0.1'],
    ],
    ['public', ['1.1.1.1', '41.252.0.1', '126.255.255.255', '128.0.0.1', '172.15.255.255', '172.32.0.1']],
    ['public', ['11.0.0.1', '100.63.255.255', '100.128.0.1', '169.253.1.1', '169.255.1.1', '192.167.1.1']],
    ['public', ['2001:4860:4860::8888', '::ffff:1.1.1.1', '2002:101:101::1', '64:ff9b::101:101', 'fbff::1']],
    ['public', ['fe00::1', '2003:7f00:1::', '64:ff9b:0:0:0:1:7f00:1']],
  ];
  it.each(examples.flatMap(([kind, addresses]) => addresses.map((address) => [address, kind] as const)))(
    '%s is %s',
    (address, kind) => expect(kindOf(address)).toBe(kind),
  );

  it('and what is no address leads nowhere', () => {
    for (const text of ['', 'localhost', '1.2.3', '%eth0', '1.2.3.4/8'])
      expect(kindOf(text)).toBe('unspecified');
  });

  it('the same in every way of carrying IPv4 inside IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const kind = kindOf(address);
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        expect(kindOf(`::ffff:${address}`)).toBe(kind);
        expect(kindOf(`::ffff:${hex}`)).toBe(kind);
        expect(kindOf(`64:ff9b::${hex}`)).toBe(kind);
        expect(kindOf(`2002:${hex}::1`)).toBe(kind);
      }),
    );
  });
});

describe('The IP whitelist', () => {
  it.each([
    '1.2.3.4',
    '::1',
    '10.0.0.0/8',
    '10.1.2.3/8',
    '0.0.0.0/0',
    '1.2.3.4/32',
    '::/0',
    '2001:db8::/128',
  ])('may hold %s', (entry) => expect(isWhitelistEntry(entry)).toBe(true));

  it.each(
    [
      [
        '',
        '/',
        '/8',
        '1.2.3.4/',
        '1.2.3.4/33',
        '::/129',
        '1.2.3.4/-1',
        '1.2.3.4/08',
        '1.2.3.4/8/8',
        '1.2.3.4/ 8',
      ],
      [
        '1.2.3/8',
        '10.0.0.0/255.0.0.0',
        '10.0.0.0-10.0.0.9',
        '10.*',
        'localhost',
        'fe80::1%eth0',
        'fe80::%eth0/64',
      ],
      ['1.2.3.4/8\n', '1.2.3.4/1e1', '1.2.3.4/٨', ' 1.2.3.4', '1.2.3.4,1.2.3.5'],
    ].flat(),
  )('may not hold %j', (entry) => expect(isWhitelistEntry(entry)).toBe(false));

  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::ffff:102:304', '1.2.3.4'],
    ['1.2.3.4', '::ffff:1.2.3.4'],
    ['10.255.255.255', '10.0.0.0/8'],
    ['::ffff:10.1.1.1', '10.9.9.9/8'],
    ['10.1.1.1', '::ffff:10.0.0.0/104'],
    ['192.0.2.129', '192.0.2.128/25'],
    ['8.8.8.8', '0.0.0.0/0'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['2001:db8:ffff::1', '2001:db8::/32'],
    ['2001:db9::1', '2001:db8::/31'],
    ['::1', '::/0'],
    ['fe80::1%eth0', 'fe80::/10'],
  ])('lets %s in by the entry %s', (address, entry) => {
    expect(isWhitelisted(address, ['203.0.113.7', entry])).toBe(true);
  });

  it.each([
    ['1.2.3.5', '1.2.3.4'],
    ['11.0.0.0', '10.0.0.0/8'],
    ['192.0.2.127', '192.0.2.128/25'],
    ['2001:db9::1', '2001:db8::/32'],
    ['1.2.3.4', '::/0'],
    ['::ffff:1.2.3.4', '::/0'],
    ['::1', '0.0.0.0/0'],
    ['64:ff9b::1.2.3.4', '1.2.3.4'],
    ['1.2.3.4', 'nonsense'],
    ['1.2.3.4', '1.2.3.4/99'],
    ['nonsense', '0.0.0.0/0'],
    ['', '::/0'],
  ])('keeps %s out with the entry %s alone', (address, entry) => {
    expect(isWhitelisted(address, [entry])).toBe(false);
  });

  it('keeps everyone out when it is empty', () => {
    expect(isWhitelisted('127.0.0.1', [])).toBe(false);
  });

  it('finds every address in each range cut around it', () => {
    const ip = fc.oneof(fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(ip, fc.nat(128), (address, bits) => {
        const length = address.includes(':') ? bits : bits % 33;
        expect(isWhitelisted(address, [`${address}/${length}`])).toBe(true);
      }),
    );
  });
});
