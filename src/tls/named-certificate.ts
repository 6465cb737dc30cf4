import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { duplexPair } from 'node:stream';
import { connect, createSecureContext, TLSSocket } from 'node:tls';
import { isError } from '../host/errors.ts';
import { refuseNamedPipe } from '../host/named-pipe.ts';
import { machineTime, setImmediate } from '../host/timers.ts';
import { TlsError } from './tls-error.ts';

export interface NamedCertificate {
  readonly cert: string;
  readonly key: string;
  /** For the user: why clients will refuse the certificate today. */
  readonly note: string | undefined;
}

/** The certificate of `--cert` and `--key`, tested with a handshake. Throws `TlsError`. */
export async function namedCertificate(
  certFile: string,
  keyFile: string,
  nowMs = machineTime(),
): Promise<NamedCertificate> {
  const [cert, key] = [textOf(certFile), textOf(keyFile)];
  const certificate = certificateIn(certFile, cert);
  if (!certificate.checkPrivateKey(keyIn(keyFile, key)))
    throw new TlsError(
      `${keyFile} is not the key of the certificate in ${certFile}. Name the key that the certificate was made for with --key.`,
    );
  try {
    await tryHandshake(cert, key);
  } catch (error) {
    throw new TlsError(`No client can connect with the certificate in ${certFile}: ${messageOf(error)}.`);
  }
  return { cert, key, note: noteOn(certFile, certificate, nowMs) };
}

function textOf(file: string): string {
  try {
    refuseNamedPipe(file);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new TlsError(`${file} cannot be read: ${messageOf(error)}`);
  }
}

function certificateIn(file: string, text: string): X509Certificate {
  if (!text.includes('-----BEGIN CERTIFICATE-----') && !text.includes('-----BEGIN TRUSTED CERTIFICATE-----'))
    throw new TlsError(
      `${file} contains no certificate. Name a PEM file, with "-----BEGIN CERTIFICATE-----" in it, with --cert.`,
    );
  try {
    return new X509Certificate(text);
  } catch (error) {
    throw new TlsError(`The certificate in ${file} cannot be read: ${messageOf(error)}.`);
  }
}

function keyIn(file: string, text: string): KeyObject {
  if (/^-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text))
    throw new TlsError(
      `The key in ${file} is encrypted. Decrypt it with \`openssl pkey -in ${file} -out FILE\`, and name that file with --key.`,
    );
  if (!text.includes('PRIVATE KEY-----'))
    throw new TlsError(
      `${file} contains no private key. Name a PEM file, with "-----BEGIN PRIVATE KEY-----" in it, with --key.`,
    );
  try {
    return createPrivateKey(text);
  } catch (error) {
    throw new TlsError(`The key in ${file} cannot be read: ${messageOf(error)}.`);
  }
}

/** Some pairs load without an error but fail for every client, such as those of an unsupported curve. */
async function tryHandshake(cert: string, key: string): Promise<void> {
  const secureContext = createSecureContext({ cert, key });
  const [serverSide, clientSide] = duplexPair();
  const server = new TLSSocket(serverSide, { isServer: true, secureContext });
  const client = connect({ socket: clientSide, rejectUnauthorized: false });
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('secureConnect', resolve);
      // The server knows the reason. The client only gets an alert.
      server.once('error', reject);
      client.once('error', (error) => setImmediate(reject, error));
    });
  } finally {
    for (const socket of [client, server]) socket.on('error', () => undefined).destroy();
  }
}

function noteOn(file: string, certificate: X509Certificate, nowMs: number): string | undefined {
  const { validFromDate, validToDate } = certificate;
  const day = (date: Date) => date.toISOString().slice(0, 10);
  if (validToDate.getTime() < nowMs)
    return `The certificate in ${file} expired on ${day(validToDate)}: clients will refuse it.`;
  if (validFromDate.getTime() > nowMs)
    return `The certificate in ${file} is not valid before ${day(validFromDate)}: clients will refuse it.`;
  return undefined;
}

/** OpenSSL's errors have a readable `reason`; `message` surrounds it with numbers and internal names. */
function messageOf(error: unknown): string {
  if (!isError(error)) return String(error);
  return 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message.trim();
}
