import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../host/errors.ts';
import { makeAuthority, makeLeaf } from '../tls/certificate.ts';
import { InterceptError, type InterceptedHost, isIntercepted } from './address.ts';
import { type AnsweringOptions, answering } from './answering.ts';
import { childEnvironment } from './child-environment.ts';
import { notesOn } from './notes.ts';
import { type OtherHosts, type ProxyOptions, startProxy } from './proxy.ts';
import { type TrustFiles, writeTrustFiles } from './trust-files.ts';
import { type Environment, upstreamOf, withoutPassword } from './upstream.ts';

export interface InterceptOptions extends Pick<AnsweringOptions, 'app' | 'sandboxUrl'> {
  readonly hosts: readonly InterceptedHost[];
  readonly otherHosts: OtherHosts;
  /** What the command would have without us. */
  readonly env: Environment;
  /** How long connecting to another host may take. */
  readonly connectMs?: number;
}

/** Some hosts whose requests by a command come to the sandbox, while it runs. */
export interface Interception {
  /** What the command must have on top of its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where its files are until `close`. */
  readonly folder: string;
  /** What the person should know when the command has ended, a sentence each. */
  readonly notes: () => readonly string[];
  /** Ends all connections and removes the files. */
  readonly close: () => Promise<void>;
}

/**
 * Answers the hosts over TLS by a certificate of an authority that is made for this once: its key is nowhere but in memory, it can sign for
 * these hosts alone, and nothing is installed. Throws `InterceptError`.
 */
export async function intercept(options: InterceptOptions): Promise<Interception> {
  const { hosts, env } = options;
  const { authority, ...identity } = certified(hosts.map(({ name }) => name));
  const { folder, files } = trustFiles(authority, env);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const answers = answering({ ...options, ...identity });
  const refused = new Set<string>();
  try {
    const { environment, close } = await proxied(options, {
      files,
      isIntercepted: (to) => isIntercepted(hosts, to),
      answering: answers,
      noteRefused: (other) => refused.add(other),
    });
    const notes = () => notesOn(hosts, answers.counts(), [...refused]);
    return { environment, folder, notes, close: () => close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

const dayMs = 24 * 60 * 60 * 1000;
// A development server may run for so long.
const authorityLifetimeMs = 7 * dayMs;

function certified(names: readonly string[]): { cert: string; key: string; authority: string } {
  const nowMs = Date.now();
  const name = 'gateway-sandbox CA of one command';
  const authority = makeAuthority(nowMs, { name, lifetimeMs: authorityLifetimeMs, onlyFor: names });
  const { certificate, key } = makeLeaf(authority, names, nowMs);
  return {
    cert: certificate.toString(),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    authority: authority.certificate.toString(),
  };
}

function trustFiles(authority: string, env: Environment): { folder: string; files: TrustFiles } {
  const folder = join(tmpdir(), 'gateway-sandbox-intercept-');
  try {
    const made = mkdtempSync(folder);
    return { folder: made, files: writeTrustFiles(made, authority, env) };
  } catch (error) {
    const why = errorMessage(error);
    throw new InterceptError(`--intercept needs a folder for certificates in ${tmpdir()}: ${why}.`);
  }
}

interface Proxied extends Pick<ProxyOptions, 'isIntercepted' | 'answering' | 'noteRefused'> {
  readonly files: TrustFiles;
}

const patientMs = 30_000;

/** Two proxies: Java can send no password, so it has one without, by which nobody comes to use that of the user's own proxy. */
async function proxied(
  { hosts, otherHosts, env, connectMs = patientMs }: InterceptOptions,
  { files, ...parts }: Proxied,
): Promise<Pick<Interception, 'environment' | 'close'>> {
  const credentials = `sandbox:${randomBytes(24).toString('hex')}`;
  const upstream = upstreamOf(env);
  const proxy = await startProxy({ ...parts, otherHosts, connectMs, credentials, upstream });
  const java = await startProxy({
    ...{ ...parts, otherHosts, connectMs, credentials: undefined },
    upstream: withoutPassword(upstream),
  });
  const proxyUrl = `http://${credentials}@127.0.0.1:${proxy.port}`;
  const { platform } = process;
  return {
    environment: childEnvironment(env, { hosts, proxyUrl, javaPort: java.port, files, platform }),
    close: async () => void (await Promise.all([proxy.close(), java.close()])),
  };
}
