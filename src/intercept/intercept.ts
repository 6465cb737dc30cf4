import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../host/errors.ts';
import { makeAuthority, makeLeaf } from '../tls/certificate.ts';
import { type Address, authorityOf, InterceptError, isIntercepted } from './address.ts';
import { type AnsweringOptions, answering } from './answering.ts';
import { childEnvironment, noProxyWarnings } from './child-environment.ts';
import { notesOn } from './notes.ts';
import { type ProxyOptions, startProxy } from './proxy.ts';
import { type TrustFiles, writeTrustFiles } from './trust-files.ts';
import { unservedRequests } from './unserved.ts';
import { type Environment, upstreamOf, withoutPassword } from './upstream.ts';
import type { OtherHosts } from './verdict.ts';

export interface InterceptOptions extends Pick<AnsweringOptions, 'app' | 'hosts' | 'sandboxUrl' | 'bodyMs'> {
  readonly otherHosts: OtherHosts;
  /** The command's environment without the interception. */
  readonly env: Environment;
  /** How long connecting to another host may take, in milliseconds (default: 30 seconds). */
  readonly connectMs?: number;
}

/** A running interception: a command's requests to these hosts go to the sandbox. */
export interface Interception {
  /** Variables to add to the command's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** The folder of its files, until `close`. */
  readonly folder: string;
  /** Warnings to print before the command starts, one sentence each. */
  readonly warnings: readonly string[];
  /** Notes to print after the command has ended, one sentence each. */
  readonly notes: () => Promise<readonly string[]>;
  /** Closes all connections and removes the files. */
  readonly close: () => Promise<void>;
}

/**
 * Serves the hosts over TLS with a certificate of a temporary authority. Its key exists only in memory, it
 * can sign for these hosts only, and nothing is installed. Throws `InterceptError`.
 */
export async function intercept(options: InterceptOptions): Promise<Interception> {
  const { hosts, env } = options;
  const { authority, ...identity } = certified(hosts.map(({ name }) => name));
  const { folder, files } = trustFiles(authority, env);
  const unserved = unservedRequests();
  const answers = answering({ ...options, ...identity, unserved });
  const passed = new Map<string, Address>();
  const refused = new Set<string>();
  try {
    const { environment, close } = await proxied(options, {
      ...{ files, answering: answers, unserved },
      isIntercepted: (to) => isIntercepted(hosts, to),
      notePassed: (to) => void (passed.size < mostHosts && passed.set(authorityOf(to), to)),
      noteRefused: (other) => void (refused.size < mostHosts && refused.add(other)),
    });
    const notes = async () => {
      await answers.visits.settled();
      return notesOn({
        ...{ hosts, requests: answers.requests(), passed: [...passed.values()], refused: [...refused] },
        unserved: [...answers.visits.sentences(), ...unserved.sentences()],
      });
    };
    const warnings = noProxyWarnings(env, hosts);
    return { environment, folder, warnings, notes, close: () => close().finally(() => remove(folder)) };
  } catch (error) {
    remove(folder);
    throw error;
  }
}

/** Never throws: the cause of the failure matters more than leftover files, which contain no key. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}

/** How many hosts a note names at most. */
const mostHosts = 20;

const dayMs = 24 * 60 * 60 * 1000;
// A development server may run this long.
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
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'gateway-sandbox-intercept-'));
    return { folder, files: writeTrustFiles(folder, authority, env) };
  } catch (error) {
    if (folder !== undefined) remove(folder);
    const why = errorMessage(error);
    throw new InterceptError(`--intercept needs a folder for certificates in ${tmpdir()}: ${why}.`);
  }
}

interface Proxied
  extends Pick<ProxyOptions, 'isIntercepted' | 'answering' | 'notePassed' | 'noteRefused' | 'unserved'> {
  readonly files: TrustFiles;
}

const patientMs = 30_000;

/** Starts two proxies. Java cannot send a password, so its proxy asks for none and forwards none. */
async function proxied(
  { hosts, otherHosts, env, sandboxUrl, connectMs = patientMs }: InterceptOptions,
  { files, ...parts }: Proxied,
): Promise<Pick<Interception, 'environment' | 'close'>> {
  const credentials = `sandbox:${randomBytes(24).toString('hex')}`;
  const upstream = upstreamOf(env);
  const ownPorts = new Set<number>();
  const { protocol, port } = new URL(sandboxUrl);
  const sandboxPort = Number(port || (protocol === 'https:' ? 443 : 80));
  const shared = { ...parts, otherHosts, connectMs, ownPorts, sandboxPort };
  const proxy = await startProxy({ ...shared, credentials, upstream });
  const java = await startProxy({
    ...{ ...shared, credentials: undefined },
    upstream: withoutPassword(upstream),
  });
  for (const each of [proxy, java]) ownPorts.add(each.port);
  const proxyUrl = `http://${credentials}@127.0.0.1:${proxy.port}`;
  const { platform } = process;
  return {
    environment: childEnvironment(env, { hosts, proxyUrl, javaPort: java.port, files, platform }),
    close: async () => void (await Promise.all([proxy.close(), java.close()])),
  };
}
