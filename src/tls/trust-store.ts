import * as der from './der.ts';

/**
 * A PKCS #12 trust store (RFC 7292) of certificates in DER. It has neither encryption nor a MAC, because it
 * contains no secrets and Java reads it without a password.
 */
export function trustStore(certificates: readonly Buffer[]): Buffer {
  const safe = der.sequence(...certificates.map(trustedCertificate));
  const authenticatedSafe = der.sequence(contentInfo(safe));
  return der.sequence(der.integer(Buffer.of(3)), contentInfo(authenticatedSafe));
}

const ids = {
  data: '1.2.840.113549.1.7.1',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  // Java trusts a certificate without a key only if this attribute is present.
  trustedKeyUsage: '2.16.840.1.113894.746875.1.1',
  anyExtendedKeyUsage: '2.5.29.37.0',
};

function contentInfo(content: Buffer): Buffer {
  return der.sequence(der.objectId(ids.data), explicit(der.octetString(content)));
}

function trustedCertificate(certificate: Buffer): Buffer {
  const value = der.sequence(der.objectId(ids.x509Certificate), explicit(der.octetString(certificate)));
  const usage = der.sequence(
    der.objectId(ids.trustedKeyUsage),
    der.set(der.objectId(ids.anyExtendedKeyUsage)),
  );
  return der.sequence(der.objectId(ids.certificateBag), explicit(value), der.set(usage));
}

function explicit(content: Buffer): Buffer {
  return der.context(0, content, 'constructed');
}
