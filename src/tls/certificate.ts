import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import * as der from './der.ts';
import { nameConstraints, subjectNames } from './subject-names.ts';

/** A certificate and its private key. */
export interface Identity {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

export const authorityName = 'gateway-sandbox local CA';

export interface AuthorityOptions {
  readonly name?: string;
  readonly lifetimeMs?: number;
  /** Host names and addresses. Certificates for any others are invalid. Absent: no limit. */
  readonly onlyFor?: readonly string[];
}

/**
 * Creates a local authority, which signs server certificates but no other authorities. Valid for ten years by
 * default. Throws `TlsError`.
 */
export function makeAuthority(nowMs: number, options: AuthorityOptions = {}): Identity {
  const { name = authorityName, lifetimeMs = authorityLifetimeMs, onlyFor } = options;
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = signed(key, {
    issuer: name,
    subject: name,
    notBeforeMs: nowMs - clockSkewMs,
    notAfterMs: nowMs + lifetimeMs,
    publicKey,
    extensions: [
      // cA true, pathLenConstraint 0
      extension(
        ids.basicConstraints,
        'critical',
        der.sequence(der.whenTrue(true), der.integer(Buffer.of(0))),
      ),
      extension(ids.keyUsage, 'critical', der.bitString(Buffer.of(usage.keyCertSign), 2)),
      extension(ids.subjectKeyIdentifier, 'optional', der.octetString(keyIdentifier(publicKey))),
      ...(onlyFor ? [extension(ids.nameConstraints, 'critical', nameConstraints(onlyFor))] : []),
    ],
  });
  return { certificate, key };
}

/** Creates a server certificate for these hosts. It never outlives the authority. Throws `TlsError`. */
export function makeLeaf(authority: Identity, hosts: readonly string[], nowMs: number): Identity {
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const notBeforeMs = nowMs - clockSkewMs;
  const authorityKey = keyIdentifier(createPublicKey(authority.key));
  const certificate = signed(authority.key, {
    issuer: authority.certificate.subject.replace(/^CN=/, ''),
    subject: 'gateway-sandbox',
    notBeforeMs,
    notAfterMs: Math.min(notBeforeMs + leafLifetimeMs, authority.certificate.validToDate.getTime()),
    publicKey,
    extensions: [
      extension(ids.basicConstraints, 'critical', der.sequence(der.whenTrue(false))),
      extension(ids.keyUsage, 'critical', der.bitString(Buffer.of(usage.digitalSignature), 7)),
      extension(ids.extendedKeyUsage, 'optional', der.sequence(der.objectId(ids.serverAuth))),
      extension(ids.subjectAltName, 'optional', der.sequence(...subjectNames(hosts))),
      extension(ids.subjectKeyIdentifier, 'optional', der.octetString(keyIdentifier(publicKey))),
      extension(
        ids.authorityKeyIdentifier,
        'optional',
        der.sequence(der.context(0, authorityKey, 'primitive')),
      ),
    ],
  });
  return { certificate, key };
}

interface Contents {
  readonly issuer: string;
  readonly subject: string;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Buffer[];
}

const dayMs = 24 * 60 * 60 * 1000;
// The clocks of containers and virtual machines can differ from their host's.
const clockSkewMs = dayMs;
const authorityLifetimeMs = 3650 * dayMs;
// Browsers refuse server certificates that are valid for more than 398 days.
const leafLifetimeMs = 397 * dayMs;

const ids = {
  commonName: '2.5.4.3',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
};

/** Bits count from the left: numbers 0 and 5 in RFC 5280, 4.2.1.3. */
const usage = { digitalSignature: 0b1000_0000, keyCertSign: 0b0000_0100 };

function signed(signingKey: KeyObject, contents: Contents): X509Certificate {
  const algorithm = der.sequence(der.objectId(ids.ecdsaWithSha256));
  const toBeSigned = der.sequence(
    der.context(0, der.integer(Buffer.of(2)), 'constructed'), // version 3
    der.integer(serialNumber()),
    algorithm,
    commonName(contents.issuer),
    der.sequence(der.time(contents.notBeforeMs), der.time(contents.notAfterMs)),
    commonName(contents.subject),
    contents.publicKey.export({ type: 'spki', format: 'der' }),
    der.context(3, der.sequence(...contents.extensions), 'constructed'),
  );
  const signature = sign('sha256', toBeSigned, signingKey);
  return new X509Certificate(der.sequence(toBeSigned, algorithm, der.bitString(signature)));
}

/** 126 random bits: Firefox refuses two certificates of one issuer with the same serial number. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  // A first byte from 0x40 to 0x7f keeps it positive and in its shortest form.
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0);
  return bytes;
}

function commonName(text: string): Buffer {
  return der.sequence(der.set(der.sequence(der.objectId(ids.commonName), der.utf8String(text))));
}

function extension(id: string, weight: 'critical' | 'optional', value: Buffer): Buffer {
  return der.sequence(der.objectId(id), der.whenTrue(weight === 'critical'), der.octetString(value));
}

/** 160 bits of SHA-256 (RFC 7093), because some machines forbid SHA-1. */
function keyIdentifier(publicKey: KeyObject): Buffer {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 20);
}
