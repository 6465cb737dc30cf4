import { X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeAuthority, makeLeaf } from '../../src/tls/certificate.ts';
import { TlsError } from '../../src/tls/tls-error.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = Date.parse('2026-03-01T12:00:00Z');
const authority = makeAuthority(now);

describe('The authority', () => {
  test('is "gateway-sandbox local CA", signs itself and has an ECDSA key on P-256', () => {
    const { certificate, key } = authority;
    expect(certificate.subject).toBe('CN=gateway-sandbox local CA');
    expect(certificate.issuer).toBe(certificate.subject);
    expect(certificate.ca).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(key)).toBe(true);
    expect(key.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
  });

  test('is good for ten years, and for clocks that are a day late', () => {
    expect(authority.certificate.validFromDate.toISOString()).toBe('2026-02-28T12:00:00.000Z');
    expect(authority.certificate.validToDate.toISOString()).toBe('2036-02-27T12:00:00.000Z');
  });

  test('may sign servers alone: no path goes on below it, and its key signs certificates only', () => {
    const der = authority.certificate.raw.toString('hex');
    // basicConstraints: critical, cA true, pathLenConstraint 0; keyUsage: critical, keyCertSign.
    expect(der).toContain('0603551d130101ff040830060101ff020100');
    expect(der).toContain('0603551d0f0101ff040403020204');
  });

  test('has its years in four digits from 2050 on', () => {
    const late = makeAuthority(Date.parse('2049-06-01T00:00:00Z')).certificate;
    expect(late.validFromDate.toISOString()).toBe('2049-05-31T00:00:00.000Z');
    expect(late.validToDate.toISOString()).toBe('2059-05-30T00:00:00.000Z');
  });
});

describe('An authority for some hosts only', () => {
  const names = ['api.example.test', '192.0.2.1'];
  const constrained = makeAuthority(now, { name: 'for a day', lifetimeMs: dayMs, onlyFor: names });

  test('has the name and the life that it is given, and so has what it signs', () => {
    const { certificate } = makeLeaf(constrained, names, now);
    expect([constrained.certificate.subject, certificate.issuer]).toEqual(['CN=for a day', 'CN=for a day']);
    expect(certificate.validTo).toBe(constrained.certificate.validTo);
    expect(certificate.validToDate.toISOString()).toBe('2026-03-02T12:00:00.000Z');
    expect(certificate.checkIssued(constrained.certificate)).toBe(true);
  });

  test('names them critically: what is below a name; an address with a full mask, and without one no address at all', () => {
    const constraints = (...onlyFor: string[]) => {
      const der = makeAuthority(now, { onlyFor }).certificate.raw.toString('hex');
      // nameConstraints: critical; then its value.
      return der.split('0603551d1e0101ff')[1]?.slice(0, 2 * 63);
    };
    const everyIpv4 = `300a8708${'00'.repeat(8)}`;
    const everyIpv6 = `30228720${'00'.repeat(32)}`;
    expect(constraints('a.b')).toBe(`043d303ba00730058203612e62a130${everyIpv4}${everyIpv6}`);
    expect(
      constraints('a.b', '192.0.2.1', '::1')?.startsWith(
        '043b3039a03730058203612e62300a8708c0000201ffffffff30228720',
      ),
    ).toBe(true);
  });
});

describe("A server's certificate", () => {
  const { certificate, key } = makeLeaf(authority, ['localhost', '127.0.0.1', '[::1]', 'localhost.'], now);

  test('is issued by the authority for its own key, and is no authority', () => {
    expect(certificate.checkIssued(authority.certificate)).toBe(true);
    expect(certificate.verify(authority.certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(key)).toBe(true);
    expect(certificate.ca).toBe(false);
  });

  test('is for authenticating servers', () => {
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(certificate.raw.toString('hex')).toContain('0603551d0f0101ff040403020780');
  });

  test('names each host once', () => {
    expect(certificate.subjectAltName).toBe(
      'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
    );
  });

  test('is good for 397 days', () => {
    expect(certificate.validToDate.getTime() - certificate.validFromDate.getTime()).toBe(397 * dayMs);
  });

  test('ends with its authority', () => {
    const late = makeLeaf(authority, ['localhost'], authority.certificate.validToDate.getTime() - 2 * dayMs);
    expect(late.certificate.validTo).toBe(authority.certificate.validTo);
  });

  test('has a serial number of its own: positive, of 16 bytes', () => {
    const serials = Array.from(
      { length: 50 },
      () => makeLeaf(authority, ['localhost'], now).certificate.serialNumber,
    );
    expect(new Set(serials).size).toBe(50);
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/);
  });

  test('names every IPv4 and IPv6 address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const named = new X509Certificate(makeLeaf(authority, [address], now).certificate.raw);
        expect(named.checkIP(address)).toBe(address);
      }),
    );
  });

  test('takes many hosts and long ones', () => {
    const long = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
    const many = Array.from({ length: 300 }, (_, index) => `shop-${index}.example`);
    const named = makeLeaf(authority, [long, ...many], now).certificate;
    for (const host of [long, ...many]) expect(named.checkHost(host)).toBe(host);
  });

  test.each([
    '',
    ' ',
    'a b',
    'a..b',
    '-a.example',
    'https://pay.example',
    'pay.example:4700',
    'pay.example/',
    '[::1',
    '*',
  ])('is refused for %j, which is no host', (host) => {
    expect(() => makeLeaf(authority, [host], now)).toThrow(
      new TlsError(
        `${JSON.stringify(host)} is neither a host name nor an IP address: no certificate can be for it.`,
      ),
    );
  });

  test('is refused for no host at all', () => {
    expect(() => makeLeaf(authority, [], now)).toThrow(TlsError);
  });
});
