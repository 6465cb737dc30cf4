import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { trustStore } from '../tls/trust-store.ts';
import { certificatesOf, derOf, systemRoots } from './root-certificates.ts';
import type { Environment } from './upstream.ts';

/** Paths of the files that make programs trust this command's CA. None of them contains a key. */
export interface TrustFiles {
  /** By the variable that points to the file. */
  readonly bundles: Readonly<Record<BundleVariable, string>>;
  /** For `PHP_INI_SCAN_DIR`. */
  readonly phpFolder: string;
  /** PKCS #12 without a password. */
  readonly javaStore: string;
  /** Undefined when the user already has a wgetrc. */
  readonly wgetrc: string | undefined;
}

/** Node and Deno add the file to their own roots. Other programs read it instead of their own. */
const adding = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT'] as const;
const replacing = [
  'CURL_CA_BUNDLE',
  'SSL_CERT_FILE',
  'REQUESTS_CA_BUNDLE',
  'AWS_CA_BUNDLE',
  'HTTPLIB2_CA_CERTS',
  'PERL_LWP_SSL_CA_FILE',
] as const;
const bundleVariables = [...adding, ...replacing];

type BundleVariable = (typeof bundleVariables)[number];

/** Writes the files into a folder. A bundle that the user already configured stays part of the new one. */
export function writeTrustFiles(folder: string, authority: string, env: Environment): TrustFiles {
  const roots = systemRoots();
  const write = (name: string, certificates: readonly string[]) => {
    const file = join(folder, name);
    const all = new Set([...certificates, authority].map((each) => each.trim()));
    writeFileSync(file, `${[...all].join('\n')}\n`);
    return file;
  };
  const bundle = (variable: BundleVariable) => {
    const own = ownCertificates(variable, env);
    const base = own.length > 0 || adding.some((each) => each === variable) ? own : roots;
    return [variable, write(`${variable.toLowerCase().replaceAll('_', '-')}.pem`, base)] as const;
  };
  // `bundleVariables` lists each member of the type once.
  const bundles = Object.fromEntries(bundleVariables.map(bundle)) as TrustFiles['bundles'];
  const javaStore = join(folder, 'trust-store.p12');
  writeFileSync(javaStore, trustStore([...roots, authority].map(derOf)));
  return {
    ...{ bundles, javaStore, phpFolder: writePhpIni(folder, bundles.SSL_CERT_FILE) },
    wgetrc: writeWgetrc(folder, bundles.SSL_CERT_FILE, env),
  };
}

/** Programs that read SSL_CERT_FILE may ignore SSL_CERT_DIR, so the file includes the user's folder. */
function ownCertificates(variable: BundleVariable, env: Environment): readonly string[] {
  const named = certificatesAt(env[variable]);
  if (variable !== 'SSL_CERT_FILE') return named;
  const folders = (env.SSL_CERT_DIR ?? '').split(delimiter).flatMap(certificatesAt);
  if (folders.length === 0) return named;
  return [...(named.length > 0 ? named : systemRoots()), ...folders];
}

function certificatesAt(path: string | undefined): readonly string[] {
  return path ? certificatesOf(path) : [];
}

/** Wget reads a certificate only from its own settings. A user's existing settings stay untouched. */
function writeWgetrc(folder: string, bundle: string, env: Environment): string | undefined {
  if (env.WGETRC || (env.HOME && existsSync(join(env.HOME, '.wgetrc')))) return undefined;
  const file = join(folder, 'wgetrc');
  writeFileSync(file, `ca_certificate = ${bundle}\n`);
  return file;
}

/** PHP reads no variable for certificates: a folder with an ini file is the only way. */
function writePhpIni(folder: string, bundle: string): string {
  const phpFolder = join(folder, 'php');
  mkdirSync(phpFolder);
  const path = bundle.replaceAll('\\', '/');
  writeFileSync(join(phpFolder, 'gateway-sandbox.ini'), `curl.cainfo="${path}"\nopenssl.cafile="${path}"\n`);
  return phpFolder;
}
