import { existsSync, readFileSync } from 'node:fs';

/** Makes this process trust the local CA of this user, which signs the certificates of `--https`. */
export async function trustOwnAuthority(): Promise<void> {
  const tls = process.getBuiltinModule('node:tls');
  const file = await ownAuthorityFile();
  // Node 22.14 to 22.18 lack this function: there, set NODE_EXTRA_CA_CERTS.
  if (file === undefined || typeof tls.setDefaultCACertificates !== 'function') return;
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(file, 'utf8')]);
}

/** The certificate of the local CA of this user. Undefined if there is none yet. */
export async function ownAuthorityFile(): Promise<string | undefined> {
  const [{ usableTlsDir }, { authorityFiles }] = await Promise.all([
    import('./tls-dir.ts'),
    import('./kept-authority.ts'),
  ]);
  const file = authorityFiles(usableTlsDir().dir).certificate;
  return existsSync(file) ? file : undefined;
}
