import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { trustStore } from '../tls/trust-store.ts';
import { certificatesOf, derOf, systemRoots } from './root-certificates.ts';
import type { Environment } from './upstream.ts';

/** Paths of the files by which programs come to trust an authority of ours. None of them holds a key. */
export interface TrustFiles {
  /** By the variable that names it. */
  readonly bundles: Readonly<Record<BundleVariable, string>>;
  /** For `PHP_INI_SCAN_DIR`. */
  readonly phpFolder: string;
  /** PKCS #12, without a password. */
  readonly javaStore: string;
}

/** Node adds the file to its own roots; every other program reads the file in their place. */
const bundleVariables = [
  'NODE_EXTRA_CA_CERTS',
  'CURL_CA_BUNDLE',
  'SSL_CERT_FILE',
  'REQUESTS_CA_BUNDLE',
] as const;

type BundleVariable = (typeof bundleVariables)[number];

/** Writes them into a folder. A bundle that the user names already stays a part of the new one. */
export function writeTrustFiles(folder: string, authority: string, env: Environment): TrustFiles {
  const roots = systemRoots();
  const write = (name: string, certificates: readonly string[]) => {
    const file = join(folder, name);
    const all = new Set([...certificates, authority].map((each) => each.trim()));
    writeFileSync(file, `${[...all].join('\n')}\n`);
    return file;
  };
  const bundle = (variable: BundleVariable) => {
    const own = env[variable] === undefined ? [] : certificatesOf(env[variable]);
    const base = own.length > 0 || variable === 'NODE_EXTRA_CA_CERTS' ? own : roots;
    return [variable, write(`${variable.toLowerCase().replaceAll('_', '-')}.pem`, base)] as const;
  };
  // The names are the type's members, each once.
  const bundles = Object.fromEntries(bundleVariables.map(bundle)) as TrustFiles['bundles'];
  const javaStore = join(folder, 'trust-store.p12');
  writeFileSync(javaStore, trustStore([...roots, authority].map(derOf)));
  return { bundles, javaStore, phpFolder: writePhpIni(folder, bundles.SSL_CERT_FILE) };
}

/** PHP reads no variable: a folder of ini files is the only way in. */
function writePhpIni(folder: string, bundle: string): string {
  const phpFolder = join(folder, 'php');
  mkdirSync(phpFolder);
  const path = bundle.replaceAll('\\', '/');
  writeFileSync(join(phpFolder, 'gateway-sandbox.ini'), `curl.cainfo="${path}"\nopenssl.cafile="${path}"\n`);
  return phpFolder;
}
